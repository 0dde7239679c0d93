/** Link to the assistant about a scheme, with a question that the user can change, for users who may ask. */
import { MessageCircleQuestionMark } from 'lucide-react'
import { PAGES } from '../../contract/pages.ts'
import { operation } from '../operation.ts'
import { useMay } from '../session.tsx'
import { ButtonLink } from '../ui/button.tsx'

export function AskLink({
  schemeId,
  question,
  about,
}: {
  schemeId: string
  question?: string
  /** The record, for screen readers. */
  about: string
}) {
  const may = useMay()
  if (!may(operation('assistant.ask'))) return null
  return (
    <ButtonLink
      look="quiet"
      icon={<MessageCircleQuestionMark aria-hidden="true" size={16} />}
      to={PAGES.assistant}
      search={{ schemeId, ...(question && { question }) }}
    >
      Ask
      <span className="sr-only"> the assistant about this {about}</span>
    </ButtonLink>
  )
}
