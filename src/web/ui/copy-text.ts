import { showToast } from './toast.tsx'

/** Copies a text to the clipboard; where the browser does not allow it, a message says what to do. */
export async function copyText(text: string, onCopied: () => void): Promise<void> {
  try {
    // Browsers have no clipboard on pages of an address without https.
    await navigator.clipboard.writeText(text)
  } catch {
    showToast('failed', 'The browser blocked copying: select the text and copy it yourself')
    return
  }
  onCopied()
}
