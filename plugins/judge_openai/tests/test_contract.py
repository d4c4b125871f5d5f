"""The contract of judges, kept by both providers: each law is one test, named as a sentence."""

from checkwright_contract import provider_tests
from checkwright_judge_openai import AZURE_OPENAI, OPENAI

TestOpenAI = provider_tests(OPENAI)
TestAzureOpenAI = provider_tests(AZURE_OPENAI)
