import { PAGES } from '../../contract/pages.ts'
import { getTodayInDublin } from '../format.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
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
      <Notice
        title={`Set up a second factor by ${DAY.format(new Date(dueAt))}`}
        action={
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={PAGES.account}>Set up now</ButtonLink>
            <Button look="quiet" onClick={() => setHiddenOn(today)}>
              Hide until tomorrow
            </Button>
          </div>
        }
      >
        Your firm requires it for your role. After that day you can only continue once it is set up.
      </Notice>
    </aside>
  )
}
