import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))

/** The paths of a tree that is indented by two spaces; what follows a name is its description. */
function parseTree(text: string): string[] {
  const parents: string[] = []
  return text.split('\n').map((line) => {
    const [, indent = '', name = ''] = /^( *)(\S+)/.exec(line) ?? []
    parents.length = indent.length / 2
    parents.push(name)
    return parents.join('/')
  })
}

const listFolders = (root: string): string[] => [
  root,
  ...readdirSync(`${PROJECT}/${root}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => listFolders(`${root}/${name}`)),
]

describe('docs/architecture.md', () => {
  const page = readFileSync(`${PROJECT}/docs/architecture.md`, 'utf8')
  const trees = [...page.matchAll(/^```text\n(.*?)\n```/gms)].map(([, tree = '']) => parseTree(tree))

  test.each(['src/server', 'src/web'])(
    'lists the folders of %s; resources of an area may be left out',
    (root) => {
      const listed = trees.find(([first]) => first === root) ?? []
      const folders = listFolders(root)
      expect(listed.filter((path) => !folders.includes(path))).toEqual([])
      const isResource = (path: string) => /^src\/\w+\/areas\/\w+\//.test(path)
      expect(folders.filter((path) => !isResource(path) && !listed.includes(path))).toEqual([])
    },
  )
})

test('the request pipeline has what every request passes through and nothing else: 1,300 lines in nine files', () => {
  const folder = `${PROJECT}/src/server/pipeline`
  const files = readdirSync(folder).filter((name) => !name.endsWith('.test.ts'))
  const lines = files.flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').trimEnd().split('\n'))
  expect(files.length).toBeLessThanOrEqual(9)
  expect(lines.length).toBeLessThanOrEqual(1300)
})

test('comments name files that exist', () => {
  const files = ['.ci', 'bench', 'deploy', 'examples', 'migrations', 'scripts', 'src', 'test', 'tools']
    .flatMap((root) =>
      readdirSync(`${PROJECT}/${root}`, { recursive: true, encoding: 'utf8' }).map(
        (path) => `${root}/${path}`,
      ),
    )
    .concat(readdirSync(PROJECT))
    .filter((path) => /^(?!test\/fixtures\/|.*node_modules\/).*\.(?:tsx?|mjs|sql)$/.test(path))
  const known = new Set(
    files.flatMap((path) => path.split('/').map((_, from, parts) => parts.slice(from).join('/'))),
  )
  const stale = files.flatMap((path) => {
    const comments = readFileSync(`${PROJECT}/${path}`, 'utf8').match(/^\s*(?:\/\*\*|\*|\/\/|--) .*$/gm) ?? []
    const named = comments.flatMap(
      (comment) => comment.match(/(?<![\w*<>$…./-])[\w./-]+\.(?:tsx?|mjs|sql)\b/g) ?? [],
    )
    return named.filter((name) => !known.has(name)).map((name) => `${path}: ${name}`)
  })
  expect(files.length).toBeGreaterThan(1000)
  expect(stale).toEqual([])
})
