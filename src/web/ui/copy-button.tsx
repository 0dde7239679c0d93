import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

const SHOWN_MS = 2000

/** Copies a text to the clipboard, and says so for two seconds. `name` is the text in words: "the amount". */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const Icon = isCopied ? Check : Copy
  return (
    <Button
      look="quiet"
      isSmall
      icon={<Icon aria-hidden="true" size={14} />}
      aria-label={isCopied ? `Copied ${name}` : `Copy ${name}`}
      onClick={() => void copyText(text, () => setIsCopied(true))}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}
