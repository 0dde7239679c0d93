import { CopyButton } from '../../../ui/copy-button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The secret is shown now and never again. */
export const WebhookSecret = ({ secret }: { secret: string }) => (
  <div className="flex max-w-[70ch] flex-col gap-4">
    <Notice look="warn" title="Copy the secret now: it is not shown again">
      The receiver verifies with it that a request comes from this service. If it is lost or disclosed, create
      a new one.
    </Notice>
    <p className="flex flex-wrap items-center gap-3">
      <code className="rounded-sm border border-line bg-surface px-2 py-1 [overflow-wrap:anywhere]">
        {secret}
      </code>
      <CopyButton text={secret} name="the secret" />
    </p>
  </div>
)
