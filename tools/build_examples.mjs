// Builds the examples: node tools/build_examples.mjs SRC DST
//
// Copies the folder SRC to DST. An example with a folder src/ is bundled: its
// src/main or src/client (.jsx or .js) becomes app.js (with a source map), and
// its src/template.html, rendered by renderPage of src/server (.jsx or .js),
// becomes index.html. Components are in JSX, or in .vue or .svelte files. A file
// is written only when its content changed, and what an earlier build left
// behind is removed: DST/.built lists what was built.

import * as esbuild from 'esbuild';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile as compileSvelte } from 'svelte/compiler';
import { compileScript, parse as parseVue } from 'vue/compiler-sfc';

const manifest = '.built';
const modules = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules');

// Components in files of their own, compiled for the browser or for the server:
// for each extension a function from the content to a module and its source map.
const compilers = {
  vue(text, filename, server) {
    const { descriptor, errors } = parseVue(text, { filename });
    if (errors.length > 0) throw errors[0];
    const { content, map } = compileScript(descriptor, {
      id: filename,
      isProd: true,
      inlineTemplate: true,
      templateOptions: { ssr: server, ssrCssVars: [] },
    });
    return { code: content, map };
  },
  svelte(text, filename, server) {
    return compileSvelte(text, { filename, generate: server ? 'server' : 'client' }).js;
  },
};

function withSourceMap({ code, map }) {
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
}

// Compilers see a file's name without its folder, so that what they make is the same everywhere.
function componentFiles(server) {
  return {
    name: 'component-files',
    setup(build) {
      build.onLoad({ filter: /\.(vue|svelte)$/ }, async ({ path }) => {
        const compiler = compilers[path.slice(path.lastIndexOf('.') + 1)];
        const text = await readFile(path, 'utf8');
        return { contents: withSourceMap(compiler(text, basename(path), server)), loader: 'js' };
      });
    },
  };
}

// Options that are the same for the bundle of the browser and of the server.
function bundleOptions(entry, server) {
  return {
    entryPoints: [entry],
    bundle: true,
    write: false,
    jsx: 'automatic',
    nodePaths: [modules],
    conditions: ['production'],
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [componentFiles(server)],
    logLevel: 'silent',
  };
}

// React and Preact each bring their own JSX runtime; the example's imports tell.
async function jsxSource(folder) {
  for (const file of await readdir(folder)) {
    if (!/\.jsx?$/.test(file)) continue;
    if (/from 'preact/.test(await readFile(join(folder, file), 'utf8'))) return 'preact';
  }
  return 'react';
}

async function bundleForBrowser(source, entry) {
  const { outputFiles } = await esbuild.build({
    ...bundleOptions(entry, false),
    jsxImportSource: await jsxSource(source),
    format: 'iife',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourceRoot: '',
    outfile: join(source, '..', 'app.js'),
  });
  return outputFiles.map(({ path, contents }) => [relative(dirname(source), path), Buffer.from(contents)]);
}

async function renderOnServer(source, entry) {
  const { outputFiles: [bundle] } = await esbuild.build({
    ...bundleOptions(entry, true),
    jsxImportSource: await jsxSource(source),
    format: 'cjs',
    platform: 'node',
  });
  const module = { exports: {} };
  new Function('module', 'exports', 'require', bundle.text)(module, module.exports, createRequire(entry));
  const template = await readFile(join(source, 'template.html'), 'utf8');
  return Buffer.from(await module.exports.renderPage(template));
}

function findEntry(source, ...names) {
  return names.flatMap((name) => [`${name}.jsx`, `${name}.js`])
    .map((name) => join(source, name)).find((path) => existsSync(path));
}

// What the folder src/ of an example builds: pairs of a name and a content.
async function buildSource(source) {
  const client = findEntry(source, 'main', 'client');
  if (!client) throw new Error(`${source}: there is neither main nor client (.jsx or .js)`);
  const files = await bundleForBrowser(source, client);
  const server = findEntry(source, 'server');
  if (server) files.push(['index.html', await renderOnServer(source, server)]);
  return files;
}

// All files of a folder by their path within it, except those under src/.
async function plainFiles(folder, prefix = '') {
  const files = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = prefix + entry.name;
    if (!entry.isDirectory()) files.push([name, await readFile(join(folder, entry.name))]);
    else if (entry.name !== 'src') files.push(...await plainFiles(join(folder, entry.name), `${name}/`));
  }
  return files;
}

async function buildExample(folder) {
  const files = await plainFiles(folder);
  if (existsSync(join(folder, 'src'))) files.push(...await buildSource(join(folder, 'src')));
  return files;
}

async function writeIfChanged(path, content) {
  const old = await readFile(path).catch(() => null);
  if (old !== null && old.equals(content)) return false;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return true;
}

async function removeStale(target, names) {
  const old = await readFile(join(target, manifest), 'utf8').catch(() => '');
  const current = new Set(names);
  const stale = old.split('\n').filter((name) => name !== '' && !current.has(name));
  for (const name of stale) await rm(join(target, name), { force: true });
  return stale.length;
}

async function build(source, target) {
  const entries = (await readdir(source, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = [];
  let written = 0;
  for (const { name: example } of entries) {
    for (const [name, content] of await buildExample(join(source, example))) {
      names.push(`${example}/${name}`);
      if (await writeIfChanged(join(target, example, name), content)) written += 1;
    }
  }
  names.sort();
  const removed = await removeStale(target, names);
  await writeIfChanged(join(target, manifest), Buffer.from(names.join('\n') + '\n'));
  console.log(`examples: ${names.length} files, ${written} written, ${removed} removed`);
}

const [source, target] = process.argv.slice(2);
if (!source || !target) {
  console.error('usage: node tools/build_examples.mjs SRC DST');
  process.exit(2);
}
try {
  await build(resolve(source), resolve(target));
} catch (error) {
  console.error(`build_examples: ${error.message}`);
  process.exit(1);
}
