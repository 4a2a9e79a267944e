// What tools/check_docs.mjs reads with: files, pieces of text with a value in them, tables, names; and its errors.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const texts = new Map();
export function read(file) {
  if (!texts.has(file)) texts.set(file, existsSync(file) ? readFileSync(file, "utf8") : "");
  return texts.get(file);
}

let errors = 0;
export const errorCount = () => errors;
export function fail(file, line, what) {
  console.log(`${file}:${line}: ${what}`);
  ++errors;
}

// All files below a folder, without what is installed.
export function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name === "node_modules") return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  }).sort();
}

const lineAt = (text, index) => text.slice(0, index).split("\n").length;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// Where a piece of text stands, and the values in the places of its "@"s. White space is as wide as it likes.
export function find(file, piece) {
  const pattern = escaped(piece.trim()).replace(/\s+/g, "\\s+").replace(/@/g, "([\\w.,'×-]*[\\w'])");
  const match = new RegExp(pattern).exec(read(file));
  if (match) return { line: lineAt(read(file), match.index), values: match.slice(1), words: match[0].replace(/\s+/g, " ") };
  const advice = file.endsWith(".md") ? "say it again, or take its line out of" : "mend what the docs say about it, and";
  fail(file, 1, `“${piece}” is not there any more: ${advice} tools/check_docs.mjs`);
  return null;
}

const kWords = {
  a: 1, once: 1, one: 1, two: 2, three: 3, four: 4, five: 5, fifth: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10,
  tenth: 10,
};
// "60'000", "60_000", "1,000" and "five" as numbers.
export function number(text) {
  const plain = text.replace(/['_,]/g, "");
  return kWords[plain] ?? (plain === "" ? NaN : Number(plain));
}

// The part of a file from one piece of text to the next place of another, and the line at which it begins.
export function part(file, from, to) {
  const begin = read(file).indexOf(from);
  const end = begin < 0 ? -1 : read(file).indexOf(to, begin + from.length);
  if (end >= 0) return { text: read(file).slice(begin, end), line: lineAt(read(file), begin), file };
  fail(file, 1, `“${begin < 0 ? from : to}” is not there any more: mend tools/check_docs.mjs`);
  return { text: "", line: 1, file };
}

// The rows of the table that begins with this header.
export function rows(file, header) {
  const lines = read(file).split("\n");
  const at = lines.findIndex((line) => line.startsWith(header));
  if (at < 0) {
    fail(file, 1, `the table “${header}” is not there any more: mend tools/check_docs.mjs`);
    return [];
  }
  const out = [];
  for (let i = at + 2; i < lines.length && lines[i].startsWith("|"); ++i) {
    out.push({ line: i + 1, cells: lines[i].split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim()), text: lines[i] });
  }
  return out;
}

// The row of a table that begins with this.
export function row(file, begin) {
  const lines = read(file).split("\n");
  const at = lines.findIndex((line) => line.startsWith(begin));
  if (at < 0) fail(file, 1, `the row “${begin}” is not there any more: mend tools/check_docs.mjs`);
  return { line: at + 1, text: at < 0 ? "" : lines[at] };
}

export const quoted = (text) => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]);
export const strings = (text) => [...text.matchAll(/"([^"\\\n]*)"/g)].map((match) => match[1]);
export const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);

// Both lists must hold the same names; their order matters only when `inOrder`.
export function same(file, line, what, said, source, real, inOrder = false) {
  const missing = [...new Set(real)].filter((name) => !said.includes(name));
  const wrong = [...new Set(said)].filter((name) => !real.includes(name));
  if (real.length === 0) fail(source, 1, `no ${what} are found here any more: mend tools/check_docs.mjs`);
  if (missing.length > 0) fail(file, line, `the ${what} leave out ${missing.join(", ")}, which ${source} has`);
  if (wrong.length > 0) fail(file, line, `the ${what} name ${wrong.join(", ")}, which ${source} does not have`);
  if (inOrder && missing.length + wrong.length === 0 && said.join() !== real.join()) {
    fail(file, line, `the ${what} stand in another order than in ${source}: ${real.join(", ")}`);
  }
}
