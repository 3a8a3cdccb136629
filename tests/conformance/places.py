#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What every finding of `dxk val` has in its default form: a place, the id of a rule that
`dxk explain` knows, a message, and nothing twice.

    places.py [--dxk PATH] [-v] FOLDER...

A folder has cases as val.py takes them. Each is judged as text and as JSON, which must agree.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

LINE = re.compile(r"^(?P<file>[^:\n]+):(?P<place>0x[0-9a-f]+:|bit \d+:|\d+:\d+:)? (?P<source>[^ ]+:\d+:(?:\d+:)? )?"
                  r"(?P<severity>error|warning|note): (?P<text>.*?)(?: \[(?P<rule>[A-Za-z0-9_.,+#-]+)\])?$")


def run(dxk, *args, cwd=None):
    done = subprocess.run([dxk, *args], capture_output=True, cwd=cwd)
    return done.returncode, done.stdout.decode("utf-8", "strict"), done.stderr.decode("utf-8", "replace")


def place_of(finding):
    if "line" in finding:
        return "line"
    if "bit" in finding:
        return "bit"
    if "offset" in finding:
        return "offset"
    return "path" if "path" in finding else None


def check_json(document, rules, status):
    """Yields what is wrong."""
    seen = set()
    findings = document["findings"]
    for finding in findings:
        if finding["severity"] != "note" and finding.get("rule") not in rules:
            yield f"rule {finding.get('rule')} is not known: {finding['message']}"
        if not finding["message"].strip() or "\n" in finding["message"]:
            yield f"message {finding['message']!r}"
        if place_of(finding) is None:
            yield f"no place: {finding['message']}"
        if finding["severity"] != "note" and not finding.get("path"):
            yield f"no path: {finding['message']}"
        if "<null>" in json.dumps(finding):
            yield f"<null> in {finding}"
        key = json.dumps({k: v for k, v in finding.items() if k != "fix"}, sort_keys=True)
        if key in seen and finding["severity"] != "note":
            yield f"twice: {finding['message']}"
        seen.add(key)
    for diagnostic in document["diagnostics"]:
        if "rule" in diagnostic and diagnostic["rule"] not in rules:
            yield f"rule {diagnostic['rule']} is not known"
    errors = [d for d in findings + document["diagnostics"] if d["severity"] == "error"]
    if bool(errors) == document["valid"] or (status == 0) != document["valid"]:
        yield f"valid is {document['valid']}, there are {len(errors)} errors, exit status {status}"


def check_text(text, rules):
    for line in text.splitlines():
        if line.startswith("    ") or re.fullmatch(r".*: (in)?valid", line):
            continue
        match = LINE.match(line)
        if not match:
            yield f"line {line!r}"
        elif match["severity"] != "note" and match["rule"] not in rules:
            yield f"no rule in {line!r}"


def cases(folders):
    for folder in folders:
        for case in sorted(pathlib.Path(folder).iterdir()):
            for name in ("input.dxil", "input.ll"):
                if (case / name).exists():
                    yield case, name
                    break


def main():
    parser = argparse.ArgumentParser(description="check the default form of findings")
    parser.add_argument("--dxk", default="dxk")
    parser.add_argument("-v", "--verbose", action="store_true", help="say what kinds of places there are")
    parser.add_argument("folders", nargs="+")
    args = parser.parse_args()
    _, listed, _ = run(args.dxk, "explain")
    rules = set(listed.split())
    bad = count = 0
    places = collections.Counter()
    for case, name in cases(args.folders):
        count += 1
        wrong = []
        status, out, _ = run(args.dxk, "val", "--json", name, cwd=case)
        document = json.loads(out)
        wrong += check_json(document, rules, status)
        places.update(place_of(f) for f in document["findings"])
        again, text, _ = run(args.dxk, "val", name, cwd=case)
        wrong += check_text(text, rules)
        if again != status:
            wrong.append(f"exit status {again}, as JSON {status}")
        for message in wrong:
            print(f"{case}: {message}")
        bad += bool(wrong)
    if args.verbose:
        print(", ".join(f"{kind} {number}" for kind, number in places.most_common()))
    print(f"{count - bad} of {count} cases are told as they should be")
    return bad > 0 or count == 0


if __name__ == "__main__":
    sys.exit(main())
