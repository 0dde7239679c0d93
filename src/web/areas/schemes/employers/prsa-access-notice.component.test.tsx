import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildEmployer, buildScheme } from '../../../../../test/components/records.ts'
import { PrsaAccessNotice } from './prsa-access-notice.tsx'

const TITLE = 'Employees need access to a Standard PRSA'

test('the page of an employer without a scheme in force shows its obligation and the steps not recorded', () => {
  render(
    <PrsaAccessNotice
      employer={buildEmployer({ prsaProvider: 'A provider' })}
      schemes={[buildScheme({ status: 'WOUND_UP' })]}
    />,
  )
  screen.getByText(TITLE)
  expect(document.body.textContent).toContain(
    'Not recorded: the day on which the employer designated the provider, the day on which employees were notified.',
  )
})

test.each([
  ['has a scheme in force', buildEmployer(), [buildScheme({ status: 'ACTIVE' })]],
  [
    'has arranged access',
    buildEmployer({ prsaProvider: 'A', prsaDesignatedOn: '2026-01-05', prsaNotifiedOn: '2026-01-06' }),
    [],
  ],
  ['has ceased', buildEmployer({ status: 'CEASED' }), []],
])('no notice for an employer that %s', (_, employer, schemes) => {
  render(<PrsaAccessNotice employer={employer} schemes={schemes} />)
  expect(screen.queryByText(TITLE)).toBeNull()
})
