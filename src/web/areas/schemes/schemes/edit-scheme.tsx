import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import { getScheme, updateScheme } from '../../../../contract/schemes.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SchemeFields } from './scheme-fields.tsx'
import { lockOf } from './scheme-lock.ts'
import { openGroups, prepareScheme } from './scheme-values.ts'

export default function EditScheme() {
  const { schemeId } = useParams({ from: `/house${PAGES.editScheme}` })
  const { data: scheme } = useSuspenseQuery(queryFor(getScheme, { id: schemeId }))
  const navigate = useNavigate()
  const toScheme = { to: PAGES.scheme, params: { schemeId } } as const
  const back = () => void navigate(toScheme)
  // Somebody may submit it meanwhile: the form stays with what was typed, and the service says why it is refused.
  const hasBegun = useRef(false)
  const lock = lockOf(scheme)
  if (!lock) hasBegun.current = true
  useFocusNamedField()
  return (
    <>
      <PageHeader
        title={`Edit ${scheme.name}`}
        crumbs={[
          { label: 'Schemes', to: PAGES.schemes },
          { label: scheme.name, ...toScheme },
        ]}
      />
      {lock && !hasBegun.current ? (
        <Notice
          look="warn"
          title={lock.title}
          action={<ButtonLink {...toScheme}>Back to the scheme</ButtonLink>}
        >
          {lock.text}
        </Notice>
      ) : (
        <EditForm
          update={updateScheme}
          get={getScheme}
          record={scheme}
          valuesOf={openGroups}
          prepare={prepareScheme}
          saved="The scheme is saved"
          onLeave={back}
        >
          <SchemeFields
            yearEnd={scheme.schemeYearEnd}
            {...(scheme.status === 'DRAFT' ? {} : { fixed: scheme })}
          />
        </EditForm>
      )}
    </>
  )
}

/** A link from what is missing leads to its field: `/edit#schemeYearEnd`. */
function useFocusNamedField(): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (!hash) return
    document
      .querySelector(`[data-field="${CSS.escape(hash)}"]`)
      ?.querySelector<HTMLElement>('input, select, textarea')
      ?.focus()
  }, [hash])
}
