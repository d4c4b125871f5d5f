"""The contract of sandboxes, kept by bubblewrap: each law is one test, named as a sentence."""

from checkwright_contract import provider_tests
from checkwright_sandbox_bwrap import PROVIDER

TestBwrap = provider_tests(PROVIDER)
