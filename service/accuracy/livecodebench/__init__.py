"""LiveCodeBench's own judge, run from a checkout that the user gives.

Nothing of LiveCodeBench is imported into this process: `child` imports it in a process of its own,
`box` says what that process may do, `pool` feeds a few of them, `opinions` reads their answers,
`checkout` finds the files, `judge` joins these. Its judge runs programs in its own process with no
isolation, so a box (bubblewrap) is needed unless the user does without in so many words.
"""
