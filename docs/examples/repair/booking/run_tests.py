"""Run the tests and write what came of each to report.tap; exit with 1 when one failed."""

import sys
import unittest


class Tap(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.lines = []

    def addSuccess(self, test):
        self.lines.append(f"ok - {test.id()}")

    def addSkip(self, test, reason):
        self.lines.append(f"ok - {test.id()} # SKIP {reason}")

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.lines.append(f"not ok - {test.id()}")

    def addError(self, test, error):
        super().addError(test, error)
        self.lines.append(f"not ok - {test.id()}")


def main():
    result = Tap()
    unittest.defaultTestLoader.discover("tests").run(result)
    with open("report.tap", "w", encoding="utf-8") as file:
        file.write("\n".join([f"1..{len(result.lines)}", *result.lines, ""]))
    return 0 if result.wasSuccessful() else 1


sys.exit(main())
