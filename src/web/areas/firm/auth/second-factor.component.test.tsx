import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { getDescription, renderPage } from '../../../../../test/components/render-page.tsx'
import { PAGES } from '../../../../contract/pages.ts'
import * as contract from '../../../../contract/second-factor.ts'
import { completeSecondStep, type FactorMethod, startSecondStep } from '../../../../contract/second-step.ts'
import {
  createBusinessRuleRefusal,
  createInvalidFieldRefusal,
  Refusal,
} from '../../../../server/pipeline/refusal.ts'
import FactorReminder from '../../../shell/factor-reminder.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import SecondStep from './second-step.tsx'
import SetUpFactor from './set-up-factor.tsx'

const api = setUpFakeApi()

const NO_FACTOR: contract.SecondFactor = {
  isRequired: true,
  dueAt: '2027-01-14T10:00:00.000Z',
  app: null,
  passkeys: [],
  recoveryCodesLeft: 0,
}
const TIMES = { createdAt: '2026-11-01T09:00:00.000Z', lastUsedAt: null }
const WITH_FACTORS: contract.SecondFactor = {
  ...NO_FACTOR,
  app: TIMES,
  passkeys: [{ name: 'Office key', ...TIMES }],
  recoveryCodesLeft: 7,
}
const APP = {
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Pension%20Compliance%20Service:niamh?secret=JBSWY3DPEHPK3PXP',
}
const CODES = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCCC-DDD${index}`)
const WRONG = 'This is wrong, has expired or was used before. Try again.'

const answerFactor = (factor: contract.SecondFactor): void =>
  api.answer(contract.getSecondFactor, () => factor)

describe('the second factors of an account', () => {
  test('without one, the page says until when it is required, and sets up an app with the digits that it shows', async () => {
    answerFactor(NO_FACTOR)
    api.answer(contract.startApp, () => APP)
    api.answer(contract.confirmApp, ({ input }) => {
      if (input.code !== '123456')
        throw createInvalidFieldRefusal('code', 'This code is wrong or has expired')
      answerFactor({ ...WITH_FACTORS, passkeys: [] })
      return { recoveryCodes: CODES }
    })
    const { user } = await renderPage(<SecondFactorSection />)
    await screen.findByText(/^Set up a second factor by 14 Jan 2027/)
    await user.click(screen.getByRole('button', { name: 'Set up an authenticator app' }))
    await screen.findByText('JBSW Y3DP EHPK 3PXP')
    const code = screen.getByLabelText('Code')
    await user.type(code, '000000')
    await user.click(screen.getByRole('button', { name: 'Confirm the app' }))
    await waitFor(() => expect(getDescription(code)).toContain('This code is wrong or has expired'))
    await user.clear(code)
    await user.type(code, '123 456')
    await user.click(screen.getByRole('button', { name: 'Confirm the app' }))
    const codes = await screen.findByRole('list', { name: 'Recovery codes' })
    expect(
      within(codes)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(CODES)
    await screen.findByText('Authenticator app')
    // The key is not shown again.
    expect(screen.queryByText('JBSW Y3DP EHPK 3PXP')).toBeNull()
  })

  test('where the firm requires none, the page says so', async () => {
    answerFactor({ ...NO_FACTOR, isRequired: false, dueAt: null })
    await renderPage(<SecondFactorSection />)
    await screen.findByText('Your firm does not require a second factor for your role')
  })

  test('the second click removes a factor, and the reason of a refusal is shown', async () => {
    answerFactor(WITH_FACTORS)
    api.answer(contract.removePasskey, () => null)
    api.answer(contract.removeApp, () => {
      throw createBusinessRuleRefusal(
        'LAST_FACTOR',
        'Your firm requires a second factor: set up another one first',
      )
    })
    const { user } = await renderPage(<SecondFactorSection />)
    await user.click(await screen.findByRole('button', { name: 'Remove Office key' }))
    expect(api.requestsTo(contract.removePasskey)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Remove Office key now' }))
    await screen.findByText('The factor is removed')
    expect(api.requestsTo(contract.removePasskey).map(({ sent }) => sent)).toEqual([{ name: 'Office key' }])
    await user.click(screen.getByRole('button', { name: 'Remove the authenticator app' }))
    await user.click(screen.getByRole('button', { name: 'Remove the authenticator app now' }))
    await screen.findByText(/set up another one first/)
  })

  test('a passkey is renamed, and new recovery codes are shown once', async () => {
    answerFactor(WITH_FACTORS)
    api.answer(contract.renamePasskey, () => null)
    api.answer(contract.renewRecoveryCodes, () => ({ recoveryCodes: CODES }))
    const { user } = await renderPage(<SecondFactorSection />)
    await screen.findByText(/^7 of 10 recovery codes are unused/)
    await user.click(screen.getByRole('button', { name: 'Rename Office key' }))
    const name = screen.getByLabelText('Name of the passkey')
    await user.clear(name)
    await user.type(name, 'Phone')
    await user.click(screen.getByRole('button', { name: 'Save name' }))
    await screen.findByText('Name saved')
    expect(api.requestsTo(contract.renamePasskey).map(({ sent }) => sent)).toEqual([
      { name: 'Office key', newName: 'Phone' },
    ])
    await user.click(screen.getByRole('button', { name: 'Create new recovery codes' }))
    expect(
      within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem'),
    ).toHaveLength(10)
  })
})

describe('a new passkey', () => {
  const browser = globalThis as { PublicKeyCredential?: unknown }
  beforeEach(() => {
    browser.PublicKeyCredential = function PublicKeyCredential() {}
  })
  afterEach(() => {
    delete browser.PublicKeyCredential
    Reflect.deleteProperty(navigator, 'credentials')
  })
  const answerBrowser = (error: DOMException): void => {
    Object.defineProperty(navigator, 'credentials', {
      configurable: true,
      value: { create: () => Promise.reject(error), get: () => Promise.reject(error) },
    })
  }
  const OPTIONS = {
    challenge: 'Y2hhbGxlbmdl',
    rp: { name: 'Service', id: 'localhost' },
    user: { id: 'dXNlcg', name: 'niamh', displayName: 'niamh' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
  }

  test('needs a name; when the user closes the question of the browser, nothing is sent', async () => {
    answerFactor(NO_FACTOR)
    api.answer(contract.startPasskey, () => OPTIONS)
    answerBrowser(new DOMException('closed', 'NotAllowedError'))
    const { user } = await renderPage(<SecondFactorSection />)
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
    await user.click(screen.getByRole('button', { name: 'Create the passkey' }))
    await screen.findByText('Enter a name, such as the device')
    expect(api.requestsTo(contract.startPasskey)).toEqual([])
    await user.type(screen.getByLabelText('Name of the passkey'), 'Laptop')
    await user.click(screen.getByRole('button', { name: 'Create the passkey' }))
    await screen.findByText('The passkey was not created. Try again.')
    expect(api.requestsTo(contract.addPasskey)).toEqual([])
  })

  test('of a device that has one already is explained', async () => {
    answerFactor(WITH_FACTORS)
    api.answer(contract.startPasskey, () => OPTIONS)
    answerBrowser(new DOMException('exists', 'InvalidStateError'))
    const { user } = await renderPage(<SecondFactorSection />)
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
    await user.type(screen.getByLabelText('Name of the passkey'), 'Laptop')
    await user.click(screen.getByRole('button', { name: 'Create the passkey' }))
    await screen.findByText('This device has a passkey of your account already.')
  })
})

describe('the second step of a sign-in', () => {
  const offer = (...methods: FactorMethod[]) => ({ methods, passkeyOptions: null })
  const open = () => renderPage(<SecondStep />, { at: `${PAGES.secondStep}?next=%2Fschemes` })

  test('accepts a code and opens the page that the user wanted; a wrong one can be entered again', async () => {
    api.answer(startSecondStep, () => offer('RECOVERY_CODE', 'APP'))
    api.answer(completeSecondStep, ({ input }) => {
      if (input.code !== '123456') throw new Refusal(401, 'Invalid credentials')
      return { url: '/' }
    })
    const { user } = await open()
    const code = await screen.findByLabelText(/^Code/)
    await user.type(code, '000000')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByText(WRONG)
    await user.type(code, '123456')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('heading', { name: '/schemes' })
  })

  test('offers the other methods, and sends a recovery code as one', async () => {
    api.answer(startSecondStep, () => offer('APP', 'RECOVERY_CODE'))
    api.answer(completeSecondStep, () => ({ url: '/' }))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByText('Enter the recovery code')
    await user.type(screen.getByLabelText(/^Recovery code/), 'aaaa-bbbb-cccc-dddd')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('heading', { name: '/schemes' })
    expect(api.requestsTo(completeSecondStep).map(({ sent }) => sent)).toEqual([
      { recoveryCode: 'aaaa-bbbb-cccc-dddd' },
    ])
  })

  test('that expired or was refused too often asks for the password again', async () => {
    let isOpen = true
    api.answer(startSecondStep, () => {
      if (!isOpen) throw new Refusal(401, 'Invalid credentials')
      return offer('APP')
    })
    api.answer(completeSecondStep, () => {
      isOpen = false
      throw new Refusal(401, 'Invalid credentials')
    })
    const { user } = await open()
    await user.type(await screen.findByLabelText(/^Code/), '000000')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await user.click(await screen.findByRole('button', { name: 'Enter the password again' }))
    await screen.findByRole('heading', { name: '/signin' })
  })
})

describe('the page after the days of grace', () => {
  test('continues to the wanted page once a factor is set up', async () => {
    answerFactor({ ...NO_FACTOR, dueAt: '2026-01-14T10:00:00.000Z' })
    api.answer(contract.startApp, () => APP)
    api.answer(contract.confirmApp, () => {
      answerFactor({ ...WITH_FACTORS, passkeys: [] })
      return { recoveryCodes: CODES }
    })
    const { user } = await renderPage(<SetUpFactor />, { at: `${PAGES.setUpFactor}?next=%2Fmembers` })
    await user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
    await user.type(await screen.findByLabelText('Code'), '123456')
    await user.click(screen.getByRole('button', { name: 'Confirm the app' }))
    await screen.findByRole('list', { name: 'Recovery codes' })
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await screen.findByRole('heading', { name: '/members' })
  })

  test('without a session leads to the sign-in', async () => {
    api.answer(contract.getSecondFactor, () => {
      throw new Refusal(401, 'Unauthorized')
    })
    await renderPage(<SetUpFactor />, { at: PAGES.setUpFactor })
    const link = await screen.findByRole('link', { name: 'Go to sign-in' })
    expect(link.getAttribute('href')).toBe(PAGES.signIn)
  })
})

describe('the reminder within the days of grace', () => {
  beforeEach(() => localStorage.clear())
  const DUE_AT = '2027-01-14T10:00:00.000Z'
  const TITLE = 'Set up a second factor by 14 January 2027'

  test('names the last day and leads to the account page', async () => {
    await renderPage(<FactorReminder dueAt={DUE_AT} />)
    await screen.findByText(TITLE)
    expect(screen.getByRole('link', { name: 'Set up now' }).getAttribute('href')).toBe(PAGES.account)
  })

  test('is hidden until tomorrow', async () => {
    const { user } = await renderPage(<FactorReminder dueAt={DUE_AT} />)
    await user.click(await screen.findByRole('button', { name: 'Hide until tomorrow' }))
    expect(screen.queryByText(TITLE)).toBeNull()
    const [key = ''] = Object.keys(localStorage)
    // As a visit on the day after finds it.
    localStorage.setItem(key, '2026-01-01')
    window.dispatchEvent(new StorageEvent('storage'))
    await screen.findByText(TITLE)
  })
})
