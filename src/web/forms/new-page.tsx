import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type LinkProps, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Contract, Output, Sent } from '../../contract/define.ts'
import { Id } from '../../contract/values.ts'
import type { PageComponent } from '../page-address.ts'
import { type Needed, type Person, useMay, usePerson } from '../session.tsx'
import { type Crumb, PageHeader } from '../ui/page-header.tsx'
import { showToast } from '../ui/toast.tsx'
import { ContractForm, type Values } from './contract-form.tsx'

interface NewPageContext {
  /** Ids in the path. */
  params: Readonly<Record<string, string>>
  /** Query parameters: other pages link here with what the record begins with. */
  search: Readonly<Record<string, unknown>>
  person: Person
  may: (needed: Needed) => boolean
  /** Records that the page has loaded. */
  queries: QueryClient
}

interface NewPageOptions<C extends Contract> {
  create: C
  title: string
  /** Can be a hook: some breadcrumbs show the name of a record that is loaded first. */
  useCrumbs: (params: NewPageContext['params']) => readonly Crumb[]
  /** Header facts, in the line below the title. */
  facts?: readonly ReactNode[]
  intro?: ReactNode
  /** Can be a hook. */
  useDefaults?: (context: NewPageContext) => Values
  ids?: (params: NewPageContext['params']) => Partial<Sent<C>>
  prepare?: (values: Values, context: NewPageContext) => Values
  submitLabel: string
  /** A second button that saves: continues on another page, or without `to` with an empty form. */
  alternative?: { label: string; needs?: Needed; to?: (record: Output<C>) => LinkProps }
  /** Sends the values where one request is not enough. */
  send?: (sent: Sent<C>) => Promise<Output<C>>
  cancelTo: LinkProps | ((context: NewPageContext) => LinkProps)
  /** Confirmation: `Ballycotton Foods is added`. */
  saved: (record: Output<C>) => string
  savedTo: (record: Output<C>, context: NewPageContext) => LinkProps
  fields: (context: NewPageContext) => ReactNode
}

/** The page that creates a record of one kind. */
export function createNewPage<C extends Contract>({
  create,
  title,
  useCrumbs,
  facts = [],
  intro,
  useDefaults = () => ({}),
  ids = () => ({}),
  prepare = (values) => values,
  submitLabel,
  alternative,
  send,
  cancelTo,
  saved,
  savedTo,
  fields,
}: NewPageOptions<C>): PageComponent {
  return function NewPage() {
    const context: NewPageContext = {
      params: useParams({ strict: false }) as Record<string, string>,
      search: useSearch({ strict: false }),
      person: usePerson(),
      may: useMay(),
      queries: useQueryClient(),
    }
    const crumbs = useCrumbs(context.params)
    const defaults = useDefaults(context)
    const navigate = useNavigate()
    const [round, setRound] = useState(0)
    const form = useRef<HTMLDivElement>(null)
    useEffect(() => {
      if (round > 0) form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    }, [round])
    const leave = (record: Output<C>, to: LinkProps): void => {
      showToast('saved', saved(record))
      void navigate(to)
    }
    const saveAndContinue = (record: Output<C>): void => {
      if (alternative?.to) leave(record, alternative.to(record))
      else {
        showToast('saved', saved(record))
        setRound((before) => before + 1)
      }
    }
    return (
      <>
        <PageHeader title={title} crumbs={crumbs} facts={facts} />
        {intro && <div className="mb-5 max-w-[70ch]">{intro}</div>}
        <div ref={form}>
          <ContractForm
            // Another record begins with an empty form.
            key={round}
            contract={create}
            defaults={defaults}
            ids={ids(context.params)}
            prepare={(values) => prepare(values, context)}
            submitLabel={submitLabel}
            alternative={
              alternative && (!alternative.needs || context.may(alternative.needs))
                ? { label: alternative.label, onSaved: saveAndContinue }
                : undefined
            }
            send={send}
            onCancel={() => void navigate(typeof cancelTo === 'function' ? cancelTo(context) : cancelTo)}
            onSaved={(record) => leave(record, savedTo(record, context))}
          >
            {fields(context)}
          </ContractForm>
        </div>
      </>
    )
  }
}

/** The id in a query parameter; a value that is not an id is ignored. */
export const toIdOrNull = (value: unknown): string | null => Id.safeParse(value).data ?? null
