import signal

print(
    signal.getsignal(signal.SIGINT) is signal.default_int_handler,
    signal.getsignal(signal.SIGTERM) == signal.SIG_DFL,
    signal.getsignal(signal.SIGALRM) == signal.SIG_DFL,
    signal.getsignal(signal.SIGCHLD) == signal.SIG_DFL,
    signal.getsignal(signal.SIGPIPE) == signal.SIG_IGN,
    signal.pthread_sigmask(signal.SIG_BLOCK, []),
)
