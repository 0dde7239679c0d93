import { ShieldCheck, X } from 'lucide-react'
import { PAGES } from '../../contract/pages.ts'
import { getTodayInDublin } from '../format.ts'
import { ButtonLink, IconButton } from '../ui/button.tsx'
import { useSetting } from '../ui/use-setting.ts'

const DAY = new Intl.DateTimeFormat('en-IE', { dateStyle: 'long', timeZone: 'Europe/Dublin' })

/** Within the days of grace, once a day until the user sets up a second factor or hides it. */
export default function FactorReminder({ dueAt }: { dueAt: string }) {
  const today = getTodayInDublin()
  const [hiddenOn, setHiddenOn] = useSetting('second-factor-reminder', '')
  if (hiddenOn === today) return null
  return (
    <aside
      aria-label="Second factor"
      className="mx-auto w-full max-w-[1440px] px-3 pt-3 sm:px-6 print:hidden"
    >
      <div className="flex items-center gap-2 rounded-md border border-line bg-surface py-1.5 pr-1.5 pl-3">
        <ShieldCheck aria-hidden="true" size={18} className="shrink-0 text-accent" />
        <div className="flex min-w-0 flex-1 flex-wrap gap-x-2">
          <p className="font-semibold">{`Set up a second factor by ${DAY.format(new Date(dueAt))}`}</p>
          <p className="text-muted max-lg:sr-only">
            Your firm requires it. After that day you can only continue once it is set up.
          </p>
        </div>
        <ButtonLink to={PAGES.account}>Set up now</ButtonLink>
        <IconButton name="Hide until tomorrow" onClick={() => setHiddenOn(today)}>
          <X aria-hidden="true" size={16} />
        </IconButton>
      </div>
    </aside>
  )
}
