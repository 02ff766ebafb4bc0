def keep(text):
    return text
