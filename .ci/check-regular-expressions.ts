/**
 * `npm run check:regular-expressions [-- FILES…]`: every regular expression of src/ takes time in proportion to its input, or is in
 * regular-expressions.json with the bound of its input. Literals are read from the source; expressions that a module constructs when
 * it is loaded are recorded by loading it. The check does not see expressions that are constructed later, for example from words.
 *
 * Two rules. scslre finds loops that share characters with each other, or with the text before them. The second rule finds what
 * scslre leaves out: an expression that may begin anywhere and has a loop that also matches its own beginning, such as
 * `/with.*out/`. Both rules treat bounded repetitions (`{1,64}`) as constants.
 */
import { globSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { parseSync } from '@swc/core'
import { getConsumedChars, isZeroLength, toUnicodeSet } from 'regexp-ast-analysis'
import { analyse } from 'scslre'

interface Expression {
  file: string
  source: string
  flags: string
}
interface Exception {
  file: string
  expression: string
  /** Why the input is short. */
  bound: string
}

const PROJECT = resolve(import.meta.dirname, '..')
const given = process.argv.slice(2)
const files =
  given.length > 0
    ? given.map((file) => resolve(file))
    : globSync('src/**/*.{ts,tsx}', { cwd: PROJECT })
        .filter((file) => !/\.test\.tsx?$/.test(file))
        .map((file) => resolve(PROJECT, file))
const exceptions: Exception[] = JSON.parse(
  readFileSync(resolve(import.meta.dirname, 'regular-expressions.json'), 'utf8'),
)

// --- Finding them ---

function literalsIn(file: string, code: string): Expression[] {
  const found: Expression[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    else if (node !== null && typeof node === 'object') {
      const { type, pattern, flags } = node as { type?: string; pattern?: string; flags?: string }
      if (type === 'RegExpLiteral') found.push({ file, source: pattern ?? '', flags: flags ?? '' })
      else Object.values(node).forEach(visit)
    }
  }
  visit(parseSync(code, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' }))
  return found
}

/** Loads the module with a constructor that records what it is given. Pages of the web application cannot be loaded here. */
async function constructedIn(file: string, code: string): Promise<Expression[]> {
  if (!code.includes('new RegExp(') || /\/src\/web\//.test(file)) return []
  const found: Expression[] = []
  const Original = globalThis.RegExp
  globalThis.RegExp = new Proxy(Original, {
    construct(target, args, newTarget) {
      const made = Reflect.construct(target, args, newTarget) as RegExp
      if (new Error().stack?.includes(pathToFileURL(file).href))
        found.push({ file, source: made.source, flags: made.flags })
      return made
    },
  })
  try {
    await import(pathToFileURL(file).href)
  } finally {
    globalThis.RegExp = Original
  }
  return found
}

// --- Judging them ---

type Chars = ReturnType<typeof getConsumedChars>['chars']

const parser = new RegExpParser()

/** Returns the reason why the expression can take more than linear time; null if its time is in proportion to its input. */
function superLinear({ source, flags }: Expression): string | null {
  const { pattern, flags: parsed } = parser.parseLiteral(`/${source}/${flags}`)
  // A sticky expression is matched at one position only.
  const beginsAnywhere = !parsed.sticky
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: beginsAnywhere } })
  const [report] = reports
  if (report) return `${report.exponential ? 'exponential' : 'polynomial'} (${report.type})`
  const loop = beginsAnywhere ? loopOverItsBeginning(pattern, parsed) : null
  return loop === null ? null : `begins again inside ${loop}`
}

function loopOverItsBeginning(pattern: AST.Pattern, flags: AST.Flags): string | null {
  const mayConsist = (node: AST.Element, of: Chars): boolean => {
    switch (node.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return !toUnicodeSet(node, flags).chars.isDisjointWith(of)
      case 'Quantifier':
        return node.min === 0 || mayConsist(node.element, of)
      case 'Assertion':
        return node.kind !== 'start' || flags.multiline
      case 'Group':
      case 'CapturingGroup':
        return node.alternatives.some(({ elements }) => elements.every((element) => mayConsist(element, of)))
      default:
        return true
    }
  }
  const mayFail = (node: AST.Element): boolean => node.type !== 'Quantifier' || node.min > 0
  const inSequence = (
    elements: readonly AST.Element[],
    before: readonly AST.Element[],
    after: readonly AST.Element[],
  ): string | null => {
    const beginning = [...before]
    for (const [index, element] of elements.entries()) {
      if (element.type === 'Assertion' && element.kind === 'start' && !flags.multiline) return null
      const rest = [...elements.slice(index + 1), ...after]
      if (element.type === 'Quantifier' && element.max === Number.POSITIVE_INFINITY && rest.some(mayFail)) {
        const { chars } = getConsumedChars(element.element, flags)
        const begins = beginning.filter((part) => !isZeroLength(part, flags))
        if (
          begins.length > 0 &&
          beginning.every((part) => mayConsist(part, chars)) &&
          !isWithinWord(beginning[0], chars)
        )
          return element.raw
      }
      const group = element.type === 'Quantifier' ? element.element : element
      if (group.type === 'Group' || group.type === 'CapturingGroup')
        for (const alternative of group.alternatives) {
          const found = inSequence(alternative.elements, beginning, rest)
          if (found !== null) return found
        }
      beginning.push(element)
    }
    return null
  }
  /** A match that begins at the edge of a word cannot begin again among word characters only, or among other characters only. */
  const isWithinWord = (first: AST.Element | undefined, chars: Chars): boolean => {
    if (first?.type !== 'Assertion' || first.kind !== 'word' || first.negate) return false
    return chars.isSubsetOf(WORD) || chars.isDisjointWith(WORD)
  }
  for (const { elements } of pattern.alternatives) {
    const found = inSequence(elements, [], [])
    if (found !== null) return found
  }
  return null
}

const WORD = (() => {
  const { pattern, flags } = parser.parseLiteral('/\\w/u')
  return toUnicodeSet(pattern.alternatives[0]?.elements[0] as AST.CharacterSet, flags).chars
})()

// --- The answer ---

const problems: string[] = []
const used = new Set<Exception>()
let count = 0
for (const file of files) {
  const code = readFileSync(file, 'utf8')
  for (const expression of [...literalsIn(file, code), ...(await constructedIn(file, code))]) {
    count++
    const fault = superLinear(expression)
    if (fault === null) continue
    const [path, written] = [relative(PROJECT, file), `/${expression.source}/${expression.flags}`]
    const exception = exceptions.find((one) => one.file === path && one.expression === written)
    if (exception) used.add(exception)
    else problems.push(`${path}: ${fault}: ${written}`)
  }
}
if (given.length === 0)
  for (const exception of exceptions)
    if (!used.has(exception))
      problems.push(`${exception.file}: the exception is not needed: ${exception.expression}`)

if (problems.length > 0) {
  process.exitCode = 1
  process.stderr.write(
    `${problems.join('\n')}\n${problems.length} of ${count} regular expressions take more than linear time. Scan by hand (indexOf), or add an exception with the bound of its input to .ci/regular-expressions.json.\n`,
  )
} else
  process.stdout.write(
    `${count} regular expressions take linear time, ${used.size} of them by their bounds\n`,
  )
