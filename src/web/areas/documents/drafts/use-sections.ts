/** The text of the form as sections, some of them open to be written in. */
import { useEffect, useState } from 'react'
import { useController, useFormState } from 'react-hook-form'
import { joinSections, placeIn, splitSections } from './draft-sections.ts'

/** Where the focus goes once it is drawn: into a section, at these letters, or to the button that opens it. */
interface Aim {
  index: number
  letters: { from: number; to: number } | null
}

export interface Sections {
  sections: readonly string[]
  open: ReadonlySet<number>
  aim: Aim | null
  write: (index: number, text: string) => void
  add: () => void
  openAt: (index: number) => void
  close: (index: number) => void
  /** Opens the section in which a place stands, and marks it. */
  goTo: (place: string) => void
  arrive: () => void
}

export function useSections(): Sections {
  const { field } = useController({ name: 'text' })
  const { defaultValues } = useFormState()
  const text = String(field.value ?? '')
  const [sections, setSections] = useState(() => splitSections(text))
  const [seen, setSeen] = useState(text)
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [aim, setAim] = useState<Aim | null>(null)
  // The form was saved, or begun anew: places are filled in, and headings that were typed begin sections.
  if (text !== seen) {
    setSeen(text)
    setSections(splitSections(text))
  }
  const change = (next: string[]): void => {
    const saved = String(defaultValues?.text ?? '')
    const joined = joinSections(next)
    // Blank lines at the end of a section are no change.
    const changed = joined === joinSections(splitSections(saved)) ? saved : joined
    setSections(next)
    setSeen(changed)
    field.onChange(changed)
  }
  const openAt = (index: number, letters = { from: 0, to: 0 }): void => {
    setOpen(new Set([...open, index]))
    setAim({ index, letters })
  }
  // What is wrong with the text leads to it.
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
      const index = sections.findIndex((section) => placeIn(section, place) !== null)
      const letters = placeIn(sections[index] ?? '', place)
      if (letters) openAt(index, letters)
    },
    arrive: () => setAim(null),
  }
}
