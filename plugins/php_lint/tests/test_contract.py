from checkwright_contract import contract_tests
from checkwright_php_lint import KIND

TestPhpLint = contract_tests(KIND)
