import threading

main = threading.main_thread()


def late():
    main.join()
    print("3")


threading.Thread(target=late).start()
print("1 2", end=" ")
