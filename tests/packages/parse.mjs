// SPDX-License-Identifier: MIT
// Parses a file by a tree-sitter grammar: node parse.mjs FOLDER GRAMMAR FILE, where FOLDER has node_modules with
// web-tree-sitter and GRAMMAR. Prints each place where the text is not of the language; status 1 if there is one.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, grammar, file] = process.argv.slice(2);
const modules = createRequire(resolve(folder, 'package.json'));
const { Parser, Language } = await import(pathToFileURL(modules.resolve('web-tree-sitter')));
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(modules.resolve(`${grammar}/${grammar}.wasm`)));
const tree = parser.parse(readFileSync(file, 'utf8'));

function complain(node) {
    if (node.isError || node.isMissing) {
        const { row, column } = node.startPosition;
        console.log(`${file}:${row + 1}:${column + 1}: ${node.isMissing ? 'missing' : 'unexpected'} ${node.type}`);
    } else {
        node.children.forEach(complain);
    }
}
complain(tree.rootNode);
process.exitCode = tree.rootNode.hasError ? 1 : 0;
