import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PassageChanges } from './passage-changes.tsx'

test('passages that are too different to compare say so', () => {
  const text = (word: string) => Array.from({ length: 1_500 }, (_, n) => `${word} ${n}`).join('\n\n')
  render(
    <PassageChanges
      passages={[
        { anchor: 'a1', citation: 'Article 1', what: 'CHANGED', before: text('old'), after: text('new') },
      ]}
    />,
  )
  expect(screen.getByText(/are too different to compare line by line$/)).toBeTruthy()
})
