import { ExternalLink } from 'lucide-react'

/** Link to the publisher's text, without a referrer. */
export const OfficialLink = ({ url, title }: { url: string; title: string }) => (
  <a href={url} target="_blank" rel="noreferrer" className="link">
    Official text<span className="sr-only"> of {title}, in a new tab</span>
    <ExternalLink aria-hidden="true" size={13} className="ml-1 inline align-[-2px]" />
  </a>
)
