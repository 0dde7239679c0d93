/**
 * `npm run check:language [-- --all]`: the parts of the language standard that a program can check. The word lists and the number of
 * violations that are still accepted are in language.json; a number may only go down. `--all` also lists the accepted violations.
 * `exceptions` names words that are data, each with the reason.
 * `node .ci/check-language.ts --root FOLDER` checks another folder and accepts none.
 *
 * - text: forbidden words in strings and JSX text of src/, in content/ and in headings of the documents
 * - comment: forbidden words in comments, and in paragraphs of the documents
 * - file: files that are named by a gerund or participle
 * - length: functions above 100 lines, tests excepted
 * - verb: functions of a module that do not begin with a verb; the share of those that do is limited, for exported functions and for
 *   the others of src/ separately
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSync } from '@swc/core'

type Kind = 'text' | 'comment' | 'file' | 'length'
interface Word {
  pattern: string
  /** Folders in which the pattern is forbidden; everywhere if absent. */
  folders?: string[]
  instead: string
}
interface Exception {
  file: string
  word: string
  reason: string
}
interface Settings {
  text: Word[]
  comment: Word[]
  participles: string[]
  nouns: string[]
  fileNames: string[]
  verbs: string[]
  functions: string[]
  exceptions: Exception[]
  longestFunction: number
  /** In per cent. */
  smallestVerbShare: { exported: number; local: number }
  accepted: Record<Kind, number>
}
interface Violation {
  kind: Kind | 'verb'
  file: string
  line: number
  message: string
}
interface Node {
  type: string
  span: { start: number; end: number }
  [property: string]: unknown
}

const { values: options } = parseArgs({ options: { all: { type: 'boolean' }, root: { type: 'string' } } })
const root = resolve(options.root ?? resolve(import.meta.dirname, '..'))
const settings: Settings = JSON.parse(readFileSync(resolve(import.meta.dirname, 'language.json'), 'utf8'))
const accepted: Record<Kind, number> = options.root
  ? { text: 0, comment: 0, file: 0, length: 0 }
  : settings.accepted

const violations: Violation[] = []
/** Named functions at the top level of modules: all of them, and those whose names begin with no verb. */
const functions = { exported: { all: 0, unnamed: 0 }, local: { all: 0, unnamed: 0 } }

// --- Words ---

const compile = (words: Word[]) =>
  words.map(({ pattern, folders, instead }) => ({ expression: new RegExp(pattern), folders, instead }))
const forbidden = { text: compile(settings.text), comment: compile(settings.comment) }

function checkWords(kind: 'text' | 'comment', file: string, line: number, text: string): void {
  const plain = text.replace(/\s+/g, ' ').trim()
  for (const { expression, folders, instead } of forbidden[kind]) {
    if (folders && !folders.some((folder) => file.startsWith(folder))) continue
    const match = expression.exec(plain)
    if (!match) continue
    if (settings.exceptions.some((exception) => exception.file === file && exception.word === match[0]))
      continue
    const excerpt = plain.slice(Math.max(0, match.index - 30), match.index + match[0].length + 50)
    violations.push({ kind, file, line, message: `"${match[0].trim()}" in "${excerpt}": ${instead}` })
  }
}

/** Identifiers, codes and addresses are not read as text. */
const isText = (value: string): boolean => /\s/.test(value.trim()) || /^[A-Z][a-z]+$/.test(value)

// --- TypeScript ---

const isTest = (file: string): boolean => /\.(test|journey)\.tsx?$/.test(file)
const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'MethodProperty',
])

function checkModule(file: string, code: string): void {
  // Positions of the parser are byte offsets that begin at 1.
  const bytes = Buffer.from(code)
  const lineStarts = [0]
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lineStarts.push(at + 1)
  const lineAt = (offset: number): number => {
    let [low, high] = [0, lineStarts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((lineStarts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
  const literals: Node['span'][] = []
  const lineOf = (node: Node): number => lineAt(node.span.start - 1)
  const checkText = (node: Node, value: string): void => {
    if (isText(value)) checkWords('text', file, lineOf(node), value)
  }

  const visit = (value: unknown, isShown: boolean): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, isShown)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return
    const node = value as Node
    let areChildrenShown = isShown
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
        literals.push(node.span)
        return
      case 'StringLiteral':
        literals.push(node.span)
        if (isShown) checkText(node, String(node.value))
        return
      case 'JSXText':
        literals.push(node.span)
        if (isShown) checkWords('text', file, lineOf(node), String(node.value))
        return
      case 'RegExpLiteral':
        literals.push(node.span)
        return
      case 'TemplateLiteral':
        if (isShown && Array.isArray(node.quasis))
          checkText(node, (node.quasis as { cooked: string }[]).map(({ cooked }) => cooked).join('…'))
        break
      case 'TemplateElement':
        literals.push(node.span)
        return
      case 'CallExpression':
        // Only the title of a test is text; its other strings are data.
        if (isTest(file) && isTestCall(node.callee as Node)) {
          const [title] = node.arguments as { expression: Node }[]
          visit(title, true)
        }
        break
    }
    if (FUNCTIONS.has(node.type) && !isTest(file)) {
      const body = (node.function as Node | undefined) ?? node
      const lines = lineAt(node.span.end - 1) - lineOf(node) + 1
      if (body.type && lines > settings.longestFunction)
        violations.push({ kind: 'length', file, line: lineOf(node), message: `a function of ${lines} lines` })
    }
    if (node.type === 'CallExpression' && isTest(file)) areChildrenShown = false
    for (const child of Object.values(node)) visit(child, areChildrenShown)
  }

  const program = parseSync(code, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' })
  visit(program.body, file.startsWith('src/') && !isTest(file))
  for (const { offset, text } of commentsIn(bytes, literals))
    checkWords('comment', file, lineAt(offset), text)
  if (!isTest(file)) checkFunctions(file, program.body as unknown as Node[], lineOf)
}

function isTestCall(callee: Node): boolean {
  if (callee.type === 'Identifier') return ['describe', 'test', 'it'].includes(String(callee.value))
  if (callee.type === 'CallExpression') return isTableCall(callee)
  return callee.type === 'MemberExpression' && !isTable(callee) && isTestCall(callee.object as Node)
}

/** `test.each(ROWS)`, which is called with the title. */
function isTableCall({ callee }: Node): boolean {
  const table = callee as Node
  return isTable(table) && isTestCall(table.object as Node)
}

const isTable = ({ type, property }: Node): boolean =>
  type === 'MemberExpression' && ['each', 'for'].includes(String((property as Node).value))

/** The parser leaves comments out: they begin with two characters outside literals. Adjacent lines are one comment. */
function commentsIn(bytes: Buffer, literals: Node['span'][]): { offset: number; text: string }[] {
  const found: { offset: number; end: number; text: string }[] = []
  const spans = literals.toSorted((a, b) => a.start - b.start)
  let next = 0
  for (let at = bytes.indexOf(47); at !== -1; at = bytes.indexOf(47, at)) {
    while (next < spans.length && (spans[next]?.end ?? 0) - 1 <= at) next++
    const span = spans[next]
    if (span && span.start - 1 <= at) {
      at = span.end - 1
      continue
    }
    const isBlock = bytes[at + 1] === 42
    if (!isBlock && bytes[at + 1] !== 47) {
      at++
      continue
    }
    const close = isBlock ? bytes.indexOf('*/', at + 2) : bytes.indexOf(10, at)
    const end = close === -1 ? bytes.length : close
    const text = bytes.toString('utf8', at + 2, end).replace(/^\s*\*+/gm, '')
    const last = found.at(-1)
    if (!isBlock && last && bytes.toString('utf8', last.end, at).trim() === '') {
      last.text += text
      last.end = end
    } else found.push({ offset: at, end: isBlock ? end + 2 : end, text })
    at = end + 1
  }
  return found
}

// --- Names of functions ---

function checkFunctions(file: string, body: Node[], lineOf: (node: Node) => number): void {
  const areLocalChecked = file.startsWith('src/') && !isTest(file)
  for (const item of body) {
    const isExported = item.type === 'ExportDeclaration'
    if (!isExported && !areLocalChecked) continue
    const declaration = (isExported ? item.declaration : item) as Node
    const counts = functions[isExported ? 'exported' : 'local']
    const check = (id: Node) => checkFunctionName(file, id, lineOf, counts)
    if (declaration.type === 'FunctionDeclaration') check(declaration.identifier as Node)
    if (declaration.type === 'VariableDeclaration')
      for (const { id, init } of declaration.declarations as { id: Node; init?: Node }[])
        if (init && FUNCTIONS.has(init.type)) check(id)
  }
}

/** Components are named by nouns. */
function checkFunctionName(
  file: string,
  id: Node,
  lineOf: (node: Node) => number,
  counts: { all: number; unnamed: number },
): void {
  const name = String(id.value)
  if (/^[A-Z]/.test(name) || settings.functions.includes(name)) return
  counts.all++
  const [verb = ''] = name.match(/^[a-z]+/) ?? []
  if (settings.verbs.includes(verb)) return
  counts.unnamed++
  violations.push({ kind: 'verb', file, line: lineOf(id), message: `${name} does not begin with a verb` })
}

// --- File names ---

const PREPOSITIONS = new Set(['at', 'by', 'for', 'from', 'in', 'of', 'on', 'to', 'with'])

/** A participle before a noun is an adjective (`sealed-files`); at the end or before a preposition it names the file. */
function checkFileName(file: string): void {
  const [name = ''] = basename(file).split('.')
  const words = name.toLowerCase().split(/[-_]/)
  if (settings.fileNames.includes(name) || settings.verbs.includes(words[0] ?? '')) return
  const participle = words.find(
    (word, index) =>
      (index === words.length - 1 || PREPOSITIONS.has(words[index + 1] ?? '')) &&
      (/[aeiouy].*(ings?|ed)$/.test(word) || settings.participles.includes(word)) &&
      !settings.nouns.includes(word.replace(/s$/, '')),
  )
  if (participle)
    violations.push({ kind: 'file', file, line: 1, message: `"${participle}" is a gerund or participle` })
}

// --- Documents, content and SQL ---

function checkDocument(file: string, text: string): void {
  let isCode = false
  for (const [index, line] of text.split('\n').entries()) {
    if (/^ *```/.test(line)) isCode = !isCode
    if (isCode) continue
    checkWords(/^#+ /.test(line) ? 'text' : 'comment', file, index + 1, line.replace(/^#+ /, ''))
  }
}

function checkContent(file: string, text: string): void {
  for (const [index, line] of text.split('\n').entries()) {
    // Wordings of users, as they ask.
    if (/^(?:Questions|Also): /.test(line)) continue
    const strings = file.endsWith('.json')
      ? (line.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((value) => String(JSON.parse(value)))
      : [line.replace(/^#+ /, '')]
    for (const value of strings) if (isText(value)) checkWords('text', file, index + 1, value)
  }
}

function checkSql(file: string, text: string): void {
  for (const [index, line] of text.split('\n').entries()) {
    const comment = /(?:^|\s)--(.*)$/.exec(line)?.[1]
    if (comment) checkWords('comment', file, index + 1, comment)
  }
}

// --- The report ---

const list = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules', '**/.next'] }).toSorted()
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8')

const modules = list('{src,scripts,bench,test,.ci}/**/*.{ts,tsx}')
const documents = list('*.md', 'docs/**/*.md')
const contents = list('content/**/*.{md,json}', 'corpus/digest/*.md')
for (const file of modules) checkModule(file, read(file))
for (const file of documents) checkDocument(file, read(file))
for (const file of contents) checkContent(file, read(file))
for (const file of list('migrations/functions/**/*.sql')) checkSql(file, read(file))
for (const file of [...modules, ...documents, ...contents]) checkFileName(file)

const problems: string[] = []
const print = (kind: Violation['kind']): void => {
  for (const { file, line, message } of violations.filter((one) => one.kind === kind))
    process.stderr.write(`${file}:${line}: ${kind}: ${message}\n`)
}
for (const [kind, limit] of Object.entries(accepted) as [Kind, number][]) {
  const count = violations.filter((one) => one.kind === kind).length
  if (options.all || count > limit) print(kind)
  if (count > limit) problems.push(`${kind}: ${count} violations, ${limit} are accepted`)
  else if (count < limit)
    process.stdout.write(
      `${kind}: only ${count} violations are left: lower "accepted" in .ci/language.json\n`,
    )
}
const shares: string[] = []
for (const group of ['exported', 'local'] as const) {
  const { all, unnamed } = functions[group]
  const share = all === 0 ? 100 : Math.floor((100 * (all - unnamed)) / all)
  const [text, smallest] = [`${share} % of ${all} ${group} functions`, settings.smallestVerbShare[group]]
  shares.push(text)
  if (share < smallest) problems.push(`verb: ${text} begin with a verb, not ${smallest} %`)
}
if (options.all || problems.some((problem) => problem.startsWith('verb:'))) print('verb')

if (problems.length > 0) {
  process.exitCode = 1
  process.stderr.write(`${problems.join('\n')}\n`)
} else process.stdout.write(`${modules.length} modules; ${shares.join(' and ')} begin with a verb\n`)
