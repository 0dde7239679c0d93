import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { buildTenant } from '../../../../../test/components/records.ts'
import { getDescription, renderPage } from '../../../../../test/components/render-page.tsx'
import { removeTenantLogo, setTenantLogo } from '../../../../contract/tenants.ts'
import { createBusinessRuleRefusal } from '../../../../server/pipeline/refusal.ts'
import { LogoSection } from './logo-section.tsx'

const api = setUpFakeApi()
const LOGO = {
  contentType: 'image/png',
  widthPixels: 240,
  heightPixels: 80,
  sizeBytes: 900,
  sha256: 'ab'.repeat(32),
} as const
const FIRM = buildTenant()
const png = (bytes = 900) => new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' })

test('a chosen file is uploaded at once', async () => {
  api.signIn('BrokerAdmin')
  api.answer(setTenantLogo, () => ({ ...FIRM, logo: LOGO }))
  const { user } = await renderPage(<LogoSection firm={FIRM} />)
  await user.upload(await screen.findByLabelText('Logo file'), png())
  await screen.findByText('Logo saved')
  const [request] = api.requestsTo(setTenantLogo)
  expect(request?.input.id).toBe('firm1')
  expect(request?.file?.name).toBe('logo.png')
  expect(screen.queryByRole('button', { name: 'Remove logo' })).toBeNull()
})

test('the reason of a refusal is shown at the field', async () => {
  api.signIn('BrokerAdmin')
  api.answer(setTenantLogo, () => {
    throw createBusinessRuleRefusal('LOGO_SIZE', 'The logo must be from 16 to 2,000 pixels wide and high', {
      field: 'file',
    })
  })
  const { user } = await renderPage(<LogoSection firm={FIRM} />)
  const field = await screen.findByLabelText('Logo file')
  await user.upload(field, png())
  await waitFor(() => expect(getDescription(field)).toContain('from 16 to 2,000 pixels'))
  await user.upload(field, png(513 * 1024))
  await waitFor(() => expect(getDescription(field)).toContain('larger than 512 kB'))
  expect(api.requestsTo(setTenantLogo)).toHaveLength(1)
})

test('a logo is shown by its version, and removed', async () => {
  api.signIn('BrokerAdmin')
  api.answer(removeTenantLogo, () => null)
  const { user } = await renderPage(<LogoSection firm={{ ...FIRM, logo: LOGO }} />)
  await screen.findByLabelText('Replace the logo')
  expect(document.querySelector('img')?.getAttribute('src')).toBe(
    `/api/tenants/firm1/logo?version=${LOGO.sha256}`,
  )
  await user.click(screen.getByRole('button', { name: 'Remove logo' }))
  await screen.findByText('Logo removed')
  expect(api.requestsTo(removeTenantLogo)).toHaveLength(1)
})
