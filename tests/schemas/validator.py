# SPDX-License-Identifier: MIT
"""Judges values by JSON Schema: the words that schemas/ uses, and no others.

Strict: members of an object that the schema does not name are faults, which in a schema for readers they are not.
"""

TYPES = {'string': str, 'integer': int, 'boolean': bool, 'null': type(None), 'array': list, 'object': dict,
         'number': (int, float)}
KNOWN = {'$schema', 'title', 'description', '$defs', '$ref', 'anyOf', 'type', 'minimum', 'enum', 'items', 'properties',
         'required', 'additionalProperties'}


class Validator:
    def __init__(self, schema):
        self.root = schema

    def faults(self, value):
        """What is wrong, a text each."""
        return list(self._faults(self.root, value, '$'))

    def _is(self, value, name):
        if isinstance(value, bool):
            return name == 'boolean'
        return isinstance(value, TYPES[name])

    def _faults(self, schema, value, path):
        if schema is True:
            return
        unknown = set(schema) - KNOWN
        assert not unknown, unknown
        if '$ref' in schema:
            target = self.root
            for name in schema['$ref'][2:].split('/'):
                target = target[name]
            yield from self._faults(target, value, path)
        if 'anyOf' in schema:
            found = [list(self._faults(one, value, path)) for one in schema['anyOf']]
            if all(found):
                yield from min(found, key=lambda faults: (-max(len(f.split(':')[0]) for f in faults), len(faults)))
        if 'enum' in schema and value not in schema['enum']:
            yield '%s: %r is none of %s' % (path, value, schema['enum'])
        if 'type' in schema:
            names = schema['type'] if isinstance(schema['type'], list) else [schema['type']]
            if not any(self._is(value, name) for name in names):
                yield '%s: %.60r is no %s' % (path, value, ' or '.join(names))
                return
        if 'minimum' in schema and value < schema['minimum']:
            yield '%s: %r is too small' % (path, value)
        if isinstance(value, list) and 'items' in schema:
            for i, item in enumerate(value):
                yield from self._faults(schema['items'], item, '%s[%d]' % (path, i))
        if isinstance(value, dict):
            yield from self._object(schema, value, path)

    def _object(self, schema, value, path):
        properties = schema.get('properties', {})
        for name in schema.get('required', ()):
            if name not in value:
                yield '%s.%s: is missing' % (path, name)
        for name, item in value.items():
            if name in properties:
                yield from self._faults(properties[name], item, '%s.%s' % (path, name))
            elif 'additionalProperties' in schema:
                yield from self._faults(schema['additionalProperties'], item, '%s.%s' % (path, name))
            elif 'type' in schema:
                yield '%s.%s: is not in the schema' % (path, name)
