from checkwright_contract import contract_tests
from checkwright_score_delta import KIND

TestScoreDelta = contract_tests(KIND)
