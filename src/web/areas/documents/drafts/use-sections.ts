/** Text of the form as sections, some of them open for editing. */
import { useEffect, useState } from 'react'
import { useController, useFormState } from 'react-hook-form'
import { findPlaceholderRange, joinSections, splitSections } from './draft-sections.ts'

/** Focus after the next render: a range of characters in a section, or the button that opens it. */
interface FocusTarget {
  index: number
  letters: { from: number; to: number } | null
}

export interface Sections {
  sections: readonly string[]
  open: ReadonlySet<number>
  aim: FocusTarget | null
  write: (index: number, text: string) => void
  add: () => void
  openAt: (index: number) => void
  close: (index: number) => void
  /** Opens the section that contains a placeholder, and selects it. */
  goTo: (place: string) => void
  arrive: () => void
}

export function useSections(): Sections {
  const { field } = useController({ name: 'text' })
  const { defaultValues } = useFormState()
  const text = String(field.value ?? '')
  const [sections, setSections] = useState(() => splitSections(text))
  const [previousText, setPreviousText] = useState(text)
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [aim, setAim] = useState<FocusTarget | null>(null)
  // The form was saved or reset: placeholders are filled, and typed headings begin sections.
  if (text !== previousText) {
    setPreviousText(text)
    setSections(splitSections(text))
  }
  const change = (next: string[]): void => {
    const saved = String(defaultValues?.text ?? '')
    const joined = joinSections(next)
    // Blank lines at the end of a section are no change.
    const changed = joined === joinSections(splitSections(saved)) ? saved : joined
    setSections(next)
    setPreviousText(changed)
    field.onChange(changed)
  }
  const openAt = (index: number, letters = { from: 0, to: 0 }): void => {
    setOpen(new Set([...open, index]))
    setAim({ index, letters })
  }
  // An error of the text moves the focus to it.
  const { ref } = field
  useEffect(() => ref({ focus: () => openAt(0) }))
  return {
    sections,
    open,
    aim,
    write: (index, words) => change(sections.map((section, at) => (at === index ? words : section))),
    add: () => {
      const heading = '## '
      change([...sections, heading])
      openAt(sections.length, { from: heading.length, to: heading.length })
    },
    openAt,
    close: (index) => {
      setOpen(new Set([...open].filter((one) => one !== index)))
      setAim({ index, letters: null })
    },
    goTo: (place) => {
      const index = sections.findIndex((section) => findPlaceholderRange(section, place) !== null)
      const letters = findPlaceholderRange(sections[index] ?? '', place)
      if (letters) openAt(index, letters)
    },
    arrive: () => setAim(null),
  }
}
