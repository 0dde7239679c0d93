/** The sections of a long form as links, beside it on a wide screen. */
import { useEffect, useRef, useState } from 'react'

/** Shorter forms are read without an index. */
const FEWEST = 4

interface Section {
  title: string
  element: HTMLElement
}

const listSections = (form: HTMLElement): Section[] =>
  [...form.querySelectorAll<HTMLElement>(':scope > fieldset')].flatMap((element) => {
    const title = element.querySelector(':scope > legend')?.textContent
    return title ? [{ title, element }] : []
  })

const isSame = (one: readonly Section[], other: readonly Section[]): boolean =>
  one.length === other.length && one.every(({ title }, at) => title === other[at]?.title)

export default function FormIndex() {
  const anchor = useRef<HTMLSpanElement>(null)
  const [sections, setSections] = useState<readonly Section[]>([])
  const [current, setCurrent] = useState<HTMLElement | null>(null)

  // Fields appear and disappear with the values of others, and whole sections with them.
  useEffect(() => {
    const form = anchor.current?.closest('form')
    if (!form) return
    const update = (): void => {
      const found = listSections(form)
      setSections((before) => (isSame(before, found) ? before : found))
    }
    update()
    const observer = new MutationObserver(update)
    observer.observe(form, { childList: true })
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting)
        if (entered) setCurrent(entered.target as HTMLElement)
      },
      // The upper third of the window, below the header of the page.
      { rootMargin: '-64px 0px -66% 0px' },
    )
    for (const { element } of sections) observer.observe(element)
    return () => observer.disconnect()
  }, [sections])

  const open = ({ element }: Section): void => {
    element.scrollIntoView({ block: 'start' })
    element
      .querySelector<HTMLElement>('input, select, textarea, button, [role="combobox"]')
      ?.focus({ preventScroll: true })
    setCurrent(element)
  }

  return (
    <>
      <span ref={anchor} hidden />
      {sections.length >= FEWEST && (
        // Only the links take clicks: the form may have content below the place of the index.
        <div className="pointer-events-none absolute inset-y-0 right-0 hidden w-52 xl:block print:hidden">
          <nav
            aria-label="Sections of the form"
            className="pointer-events-auto sticky top-16 border-line border-l"
          >
            <ul>
              {sections.map((section) => (
                <li key={section.title}>
                  <button
                    type="button"
                    aria-current={section.element === current ? 'true' : undefined}
                    onClick={() => open(section)}
                    className="-ml-px flex min-h-8 w-full items-center border-transparent border-l-2 px-3 text-left text-muted text-sm hover:text-text aria-[current=true]:border-accent aria-[current=true]:font-medium aria-[current=true]:text-text"
                  >
                    {section.title}
                  </button>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      )}
    </>
  )
}
