#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks a SARIF file for what GitHub wants of one: check_sarif.py FILE."""
import json
import sys


def faults(log):
    if log.get('version') != '2.1.0' or not log.get('runs'):
        yield 'no runs of SARIF 2.1.0'
    for run in log.get('runs', ()):
        if not run['tool']['driver'].get('name'):
            yield 'the tool has no name'
        if len(run.get('results', ())) > 25000:
            yield 'more than 25,000 results'
        for invocation in run.get('invocations', ()):
            if not isinstance(invocation.get('executionSuccessful'), bool):
                yield 'an invocation does not say whether it succeeded'
        for rule in run['tool']['driver'].get('rules', ()):
            if not rule.get('help', {}).get('text') or not rule.get('shortDescription', {}).get('text'):
                yield 'rule %s has no help or no description' % rule.get('id')
        rules = {rule['id'] for rule in run['tool']['driver'].get('rules', ())}
        for number, result in enumerate(run.get('results', ())):
            place = result['locations'][0]['physicalLocation'] if result.get('locations') else {}
            uri = place.get('artifactLocation', {}).get('uri', '')
            if result.get('ruleId') not in rules:
                yield 'result %d has a rule that is not described' % number
            if not uri or uri.startswith('//'):
                yield 'result %d has no place that is relative or absolute' % number
            if place.get('region', {}).get('startLine', 0) < 1:
                yield 'result %d has no startLine' % number
            if not result.get('partialFingerprints'):
                yield 'result %d has no fingerprint' % number


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        found = list(faults(json.load(file)))
    for fault in found[:20]:
        print('%s: %s' % (sys.argv[1], fault))
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
