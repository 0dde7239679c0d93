import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Prose } from './prose.tsx'

test('notes to the author are apart from the text, and open points are named', () => {
  render(<Prose text={'A rule.\n\n> A practice.\n\n> Check: is it so?\n\nAnother rule.'} />)
  const notes = screen.getAllByRole('note').map(({ textContent }) => textContent)
  expect(notes).toEqual(['Note: A practice.', 'Check: is it so?'])
  expect(screen.getByText('A rule.').tagName).toBe('P')
})
