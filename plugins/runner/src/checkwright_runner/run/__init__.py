"""The batch run: responses in, verdicts out, by workers that can be lost.

`batch` drives it. `responses`, `chunks` and `samples` read the file; `grading`, `worker`, `child`, `pool`
and `watch` grade its rows in processes; `answers`, `totals` and `examples` are what comes back; `partial`,
`digests` and `junit` are what is written.
"""
