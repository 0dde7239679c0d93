import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import { getTenant } from '../../../../contract/tenants.ts'
import { canSeeEveryFirm } from '../../../../contract/users.ts'
import { formatInstant } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import ExampleScheme from '../../../records/example-scheme.tsx'
import { RecalculationNotice } from '../../../records/recalculation-notice.tsx'
import { useMay, usePerson } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { FIRM_TONES } from './firm.ts'
import { FirmDetails } from './firm-details.tsx'
import { EditFirm } from './firm-form.tsx'
import { LogoSection } from './logo-section.tsx'

export default function FirmSettings() {
  const opensFirms = useMay()(canSeeEveryFirm)
  return opensFirms ? <NoOwnFirm /> : <OwnFirm />
}

/** The platform's own house is no firm and has no settings. */
function NoOwnFirm() {
  return (
    <>
      <PageHeader title="Settings" />
      <EmptyState
        title="Settings belong to a firm"
        action={<ButtonLink to={PAGES.firms}>Go to firms</ButtonLink>}
      >
        Your account belongs to the platform. Open a firm to see and change its settings.
      </EmptyState>
    </>
  )
}

function OwnFirm() {
  const { tenantId } = usePerson()
  const may = useMay()
  const { data: firm } = useSuspenseQuery(createQuery(getTenant, { id: tenantId }))
  // Only an own save begins the form anew: what is typed outlives what others save meanwhile.
  const [begun, setBegun] = useState(firm)
  const [loaded] = useState(firm)
  return (
    <>
      <PageHeader
        title="Settings"
        status={<Status tone={FIRM_TONES[firm.status]}>{formatCode(firm.status)}</Status>}
        facts={[firm.name, `last changed ${formatInstant(firm.updatedAt)}`]}
        actions={
          <>
            {may(operation('grant.list')) && (
              <ButtonLink to={PAGES.grants}>Trustees and inspectors</ButtonLink>
            )}
            {may(operation('single-sign-on.set')) && (
              <ButtonLink to={PAGES.singleSignOn}>Single sign-on</ButtonLink>
            )}
            {may(operation('webhook.list')) && <ButtonLink to={PAGES.webhooks}>Webhooks</ButtonLink>}
            {may(operation('api-key.list')) && <ButtonLink to={PAGES.apiKeys}>API keys</ButtonLink>}
          </>
        }
      />
      {firm.status === 'ACTIVE' ? (
        <div className="flex flex-col gap-8">
          {begun !== loaded && (
            // The button that saves is far below the top of the page.
            <div className="sticky top-14 z-20 empty:hidden">
              <RecalculationNotice />
            </div>
          )}
          <LogoSection firm={firm} />
          <EditFirm key={begun.version} firm={begun} onSaved={setBegun} />
          <Section title="Example">
            <ExampleScheme />
          </Section>
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <Notice look="warn" title="The firm is closed: records are read-only">
            Only a platform administrator can reactivate it.
          </Notice>
          <FirmDetails firm={firm} />
        </div>
      )}
    </>
  )
}
