import { ExternalLink } from 'lucide-react'

/** To the text at whoever publishes it, who need not learn where one comes from. */
export const OfficialLink = ({ url, title }: { url: string; title: string }) => (
  <a href={url} target="_blank" rel="noreferrer" className="link">
    Official text<span className="sr-only"> of {title}, in a new tab</span>
    <ExternalLink aria-hidden="true" size={13} className="ml-1 inline align-[-2px]" />
  </a>
)
