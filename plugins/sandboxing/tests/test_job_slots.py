"""How many commands run at a time, over threads and processes."""

import os
import subprocess
import sys
import threading

from checkwright_sandboxing.job_slots import JobSlots


def most_at_a_time(slots, threads):
    now, most, lock = [0], [0], threading.Lock()
    gate = threading.Event()

    def work():
        with slots.one():
            with lock:
                now[0] += 1
                most[0] = max(most[0], now[0])
            gate.wait(0.02)
            with lock:
                now[0] -= 1

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return most[0]


def test_threads_share_the_slots_of_a_run():
    """No more at a time than there are slots, and all of them are used."""
    assert most_at_a_time(JobSlots.of_run(2), 6) == 2


def test_runs_do_not_wait_for_each_other():
    """Each has a key of its own."""
    one, other = JobSlots.of_run(1), JobSlots.of_run(1)
    with one.one(), other.one():
        assert one.key != other.key


HOLDS = """
import sys
from checkwright_sandboxing.job_slots import JobSlots
with JobSlots(2, int(sys.argv[1])).one():
    print("held", flush=True)
    sys.stdin.read()
"""


def test_processes_share_the_slots_and_a_dead_one_gives_them_back():
    """Locks of a file end with whoever holds them."""
    slots = JobSlots(2, int.from_bytes(os.urandom(5), "big"))
    command = [sys.executable, "-c", HOLDS, str(slots.key)]
    others = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(2)]
    try:
        assert [other.stdout.readline() for other in others] == [b"held\n"] * 2
        waiting = threading.Event()

        def work():
            with slots.one():
                waiting.set()

        worker = threading.Thread(target=work)
        worker.start()
        assert not waiting.wait(0.1)
        others[0].kill()
        assert waiting.wait(10)
        worker.join()
    finally:
        for other in others:
            other.kill()
            other.communicate()
