import { useSuspenseQuery } from '@tanstack/react-query'
import { type LinkProps, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Contract, Output, Sent } from '../../contract/define.ts'
import { getIdParameter, linkToRecord, type PageComponent } from '../page-address.ts'
import { createQuery } from '../queries.ts'
import { type Crumb, PageHeader } from '../ui/page-header.tsx'
import type { Values } from './contract-form.tsx'
import { type EditableRecord, EditForm } from './edit-form.tsx'

interface EditPageOptions<G extends Contract, U extends Contract> {
  get: G
  update: U
  /** The record's own page; the address of this page for a record without one. */
  page: LinkProps['to'] & string
  /** The last breadcrumb; not for a record without a page of its own. */
  name?: (record: Output<G>) => string
  /** Default: `Edit ${name}` */
  title?: (record: Output<G>) => string
  /** The breadcrumbs above the record. Can be a hook: some show the name of a record that is loaded first. */
  useCrumbs: (record: Output<G>) => readonly Crumb[]
  actions?: (record: Output<G>) => ReactNode
  intro?: ReactNode
  /** A notice in place of the form, for a record that can no longer be changed. */
  locked?: (record: Output<G>) => ReactNode
  /** Confirmation: `Scheme saved`. */
  saved: string
  /** Default: the record's own page. */
  backTo?: (record: Output<G>) => LinkProps
  prepare?: (values: Values) => Values
  valuesOf?: (record: EditableRecord) => Values
  isLeftOut?: (name: string, value: unknown, record: Output<G>) => boolean
  fields: (record: Output<G>) => ReactNode
}

/** The page that edits a record of one kind. */
export function createEditPage<G extends Contract, U extends Contract>({
  get,
  update,
  page,
  name,
  title = (record) => `Edit ${name?.(record)}`,
  useCrumbs,
  actions,
  intro,
  locked = () => null,
  saved,
  backTo,
  prepare,
  valuesOf,
  isLeftOut,
  fields,
}: EditPageOptions<G, U>): PageComponent {
  return function EditPage() {
    const params = useParams({ strict: false }) as Record<string, string>
    const { data } = useSuspenseQuery(createQuery(get, { id: params[getIdParameter(page)] } as Sent<G>))
    const record = data as Output<G> & EditableRecord
    const crumbs = useCrumbs(record)
    const navigate = useNavigate()
    const link = backTo?.(record) ?? linkToRecord(page, record.id)
    // Another user can lock the record meanwhile: the form keeps what was typed, and the service says why it refuses it.
    const wasOpen = useRef(false)
    const lock = locked(record)
    wasOpen.current ||= !lock
    return (
      <>
        <PageHeader
          title={title(record)}
          crumbs={name ? [...crumbs, { label: name(record), ...link }] : crumbs}
          actions={actions?.(record)}
        />
        {wasOpen.current ? (
          <>
            {intro && <div className="mb-5 max-w-[70ch]">{intro}</div>}
            <EditForm
              update={update}
              get={get}
              record={record}
              saved={saved}
              onLeave={() => void navigate(link)}
              {...(prepare ? { prepare } : {})}
              {...(valuesOf ? { valuesOf } : {})}
              {...(isLeftOut
                ? { isLeftOut: (field: string, value: unknown) => isLeftOut(field, value, record) }
                : {})}
            >
              <FocusNamedField />
              {fields(record)}
            </EditForm>
          </>
        ) : (
          lock
        )}
      </>
    )
  }
}

/** Lists of missing entries link to a field by its name: `/edit#schemeYearEnd`. */
function FocusNamedField() {
  const { hash } = useLocation()
  useEffect(() => {
    if (!hash) return
    document
      .querySelector(`[data-field="${CSS.escape(hash)}"]`)
      ?.querySelector<HTMLElement>('input, select, textarea')
      ?.focus()
  }, [hash])
  return null
}
