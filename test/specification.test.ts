import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))

test('docs/specification.md names files that exist', () => {
  const page = readFileSync(`${PROJECT}/docs/specification.md`, 'utf8')
  const paths = [...page.matchAll(/`((?:src|migrations|test)\/?[\w./-]*)`/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !existsSync(`${PROJECT}/${path}`))).toEqual([])
})
