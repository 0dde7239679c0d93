import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PAGES } from '../src/contract/pages.ts'
import { findTerm, GLOSSARY, GUIDE } from '../src/web/records/help-content.ts'

const FOLDER = new URL('../corpus/digest/', import.meta.url)
const noteIds = new Set(
  readdirSync(FOLDER).flatMap((name) =>
    [...readFileSync(new URL(name, FOLDER), 'utf8').matchAll(/^## .+ \{#([a-z0-9-]+)\}$/gm)].map(
      ([, id]) => id,
    ),
  ),
)
const isPage = (name: string): boolean => name in PAGES && !PAGES[name as keyof typeof PAGES].includes('$')

describe('the glossary', () => {
  test('is sorted and has each term and abbreviation once', () => {
    const terms = GLOSSARY.map(({ term }) => term)
    expect(terms).toEqual(terms.toSorted((one, other) => one.localeCompare(other, 'en')))
    expect(new Set(terms).size).toBe(terms.length)
    const abbreviations = GLOSSARY.flatMap(({ short }) => short ?? [])
    expect(new Set(abbreviations).size).toBe(abbreviations.length)
  })

  test.each(GLOSSARY)('$term names an existing note and page', ({ note, page }) => {
    if (note) expect(noteIds).toContain(note)
    if (page) expect(isPage(page), page).toBe(true)
  })

  test('has the terms that screens explain', () => {
    const files = readdirSync(new URL('../src/web/areas/', import.meta.url), {
      recursive: true,
      encoding: 'utf8',
    })
    const terms = files
      .filter((name) => name.endsWith('.tsx'))
      .flatMap((name) => [
        ...readFileSync(new URL(`../src/web/areas/${name}`, import.meta.url), 'utf8').matchAll(
          /<TermHint term="([^"]+)"/g,
        ),
      ])
      .map(([, term]) => term as string)
    expect(terms.length).toBeGreaterThan(5)
    for (const term of terms) expect(findTerm(term), term).toBeDefined()
  })
})

test.each(GUIDE)('the task "$title" has 3 to 8 steps and begins on an existing page', ({ steps, page }) => {
  expect(steps.length).toBeGreaterThanOrEqual(3)
  expect(steps.length).toBeLessThanOrEqual(8)
  expect(isPage(page), page).toBe(true)
})

describe('the pictures of the guide', () => {
  const folder = new URL('../content/help/pictures/', import.meta.url)
  const files = readdirSync(folder).toSorted()
  const bytesOf = (name: string): number => statSync(new URL(name, folder)).size

  test('each picture that a task names exists, light and dark, and no other', () => {
    const named = GUIDE.flatMap(({ picture }) =>
      picture ? [`${picture.name}-dark.webp`, `${picture.name}-light.webp`] : [],
    )
    expect(named.length).toBeGreaterThan(10)
    expect(files).toEqual(named.toSorted())
  })

  test('are small: below 30 kB each and 600 kB together', () => {
    for (const name of files) expect(bytesOf(name), name).toBeLessThan(30_000)
    expect(files.reduce((sum, name) => sum + bytesOf(name), 0)).toBeLessThan(600_000)
  })

  test.each(GUIDE.filter(({ picture }) => picture))('the picture of "$title" is described', ({ picture }) =>
    expect(picture?.description.length).toBeGreaterThan(20),
  )
})
