"""The accuracy benchmark: this judge and LiveCodeBench's on the same labelled submissions.

`baselines` ask the other judge, `figures` and `comparison` count, `report` and its kin write. Pure
but for the baseline's child process; the command that judges and joins them is
`service.cli.accuracy`.
"""
