import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { setUpFakeApi } from '../../../test/components/fake-api.ts'
import { buildScheme } from '../../../test/components/records.ts'
import { findDialog, getDescription, renderPage } from '../../../test/components/render-page.tsx'
import {
  approveScheme,
  closeScheme,
  freezeScheme,
  getScheme,
  rejectScheme,
  SCHEME_TRANSITIONS,
  type Scheme,
  type SchemeStatus,
  submitScheme,
} from '../../contract/schemes.ts'
import { createBusinessRuleRefusal, createStaleVersionRefusal } from '../../server/pipeline/refusal.ts'
import { createQuery } from '../queries.ts'
import { useMay } from '../session.tsx'
import { DateField, TextField } from '../ui/form/fields.tsx'
import { type Act, Acts, listActions } from './acts.tsx'

const api = setUpFakeApi()
const EXPLANATION = 'Recorded in the audit log.'

type Verb = 'submit' | 'approve' | 'reject' | 'close' | 'freeze'
const TABLE: Record<Verb, Act> = {
  submit: {
    contract: submitScheme,
    label: 'Submit',
    title: 'Submit this scheme',
    explanation: [EXPLANATION],
    look: 'primary',
    isMain: true,
    done: 'The scheme is submitted',
  },
  approve: {
    contract: approveScheme,
    label: 'Approve',
    title: 'Approve this scheme',
    explanation: [EXPLANATION],
    isMain: true,
    done: 'Scheme approved',
  },
  reject: {
    contract: rejectScheme,
    label: 'Reject',
    title: 'Reject this scheme',
    explanation: [EXPLANATION],
    fields: <TextField name="reason" isRequired rows={3} />,
    isMain: true,
    done: 'The scheme is rejected',
  },
  close: {
    contract: closeScheme,
    label: 'Close',
    title: 'Close this scheme',
    explanation: ['Members stay.', false, EXPLANATION],
    fields: <DateField name="on" label="Closed on" isRequired />,
    defaults: { on: '2026-03-21' },
    look: 'danger',
    done: 'The scheme is closed',
  },
  freeze: {
    contract: freezeScheme,
    label: 'Make paid up',
    title: 'Make this scheme paid up',
    explanation: [EXPLANATION],
    done: 'Scheme made paid up',
  },
}

function SchemePage() {
  const may = useMay()
  const { data: scheme } = useQuery(createQuery(getScheme, { id: 'scheme1' }))
  if (!scheme) return null
  return (
    <>
      <h1>{scheme.name}</h1>
      <p>Version {scheme.version}</p>
      <Acts acts={listActions(SCHEME_TRANSITIONS, TABLE, scheme, may)} subject={scheme} />
    </>
  )
}

/** Renders a scheme in this state as the service stores it. */
async function renderScheme(status: SchemeStatus) {
  const stored: { scheme: Scheme } = { scheme: buildScheme({ status, version: 2 }) }
  api.answer(getScheme, () => stored.scheme)
  return { ...(await renderPage(<SchemePage />)), stored }
}

const heading = () => screen.findByRole('heading', { level: 1 })
const button = (name: string) => screen.findByRole('button', { name })
const names = (role: string) =>
  screen.queryAllByRole(role).map(({ textContent, ariaLabel }) => ariaLabel ?? textContent)

describe('available actions', () => {
  test('the page shows the primary action as a button and the others in a menu', async () => {
    const { user } = await renderScheme('ACTIVE')
    await heading()
    expect(names('button')).toEqual(['More actions'])
    await user.click(await button('More actions'))
    await waitFor(() => expect(names('menuitem')).toEqual(['Close …', 'Make paid up …']))
    await user.keyboard('{Escape}')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More actions' })),
    )
  })

  test.each([
    ['DRAFT', 'BrokerUser', ['Submit']],
    ['PENDING_APPROVAL', 'BrokerUser', []],
    ['PENDING_APPROVAL', 'BrokerAdmin', ['Approve', 'Reject']],
    ['ACTIVE', 'EmployerUser', []],
    ['WOUND_UP', 'BrokerAdmin', []],
  ] as const)('on a scheme in state %s the role %s sees the buttons %j', async (status, role, expected) => {
    api.signIn(role)
    await renderScheme(status)
    await heading()
    expect(names('button')).toEqual(expected)
  })
})

describe('confirmation', () => {
  test('the dialog explains the action, and the page calls the service only after confirmation', async () => {
    const { user, stored } = await renderScheme('DRAFT')
    api.answer(submitScheme, () => {
      stored.scheme = buildScheme({ status: 'PENDING_APPROVAL', version: 3 })
      return stored.scheme
    })
    await user.click(await button('Submit'))
    const dialog = await findDialog('Submit this scheme')
    expect(getDescription(dialog)).toBe(EXPLANATION)
    expect(api.requestsTo(submitScheme)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Submit' }))
    await screen.findByText('The scheme is submitted')
    await screen.findByText('Version 3')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
    expect(api.requestsTo(submitScheme).map(({ version }) => version)).toEqual([2])
    // The button no longer exists, so the focus goes to the heading.
    await waitFor(async () => expect(document.activeElement).toBe(await heading()))
  })

  test('Cancel sends no request and returns the focus to the button', async () => {
    const { user } = await renderScheme('DRAFT')
    await user.click(await button('Submit'))
    const dialog = await findDialog()
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Submit' })))
    expect(api.requestsTo(submitScheme)).toEqual([])
  })

  test('an action from the menu shows its default values and sends the edited ones', async () => {
    const { user } = await renderScheme('ACTIVE')
    api.answer(closeScheme, () => buildScheme({ status: 'CLOSED_TO_NEW', version: 3 }))
    await user.click(await button('More actions'))
    await user.click(await screen.findByRole('menuitem', { name: 'Close …' }))
    const day = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Closed on' })
    expect(day.value).toBe('21/03/2026')
    await waitFor(() => expect(document.activeElement).toBe(day))
    await user.clear(day)
    await user.type(day, '01/04/2026{Enter}')
    await screen.findByText('The scheme is closed')
    expect(api.requestsTo(closeScheme).map(({ sent }) => sent)).toEqual([{ on: '2026-04-01' }])
  })

  test('the dialog refuses an empty required reason', async () => {
    api.signIn('BrokerAdmin')
    const { user } = await renderScheme('PENDING_APPROVAL')
    await user.click(await button('Reject'))
    const dialog = await findDialog('Reject this scheme')
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }))
    await within(dialog).findByRole('alert')
    const reason = within(dialog).getByRole('textbox', { name: 'Reason' })
    expect(reason.getAttribute('aria-invalid')).toBe('true')
    expect(getDescription(reason)).toBe('Enter the reason')
    expect(api.requestsTo(rejectScheme)).toEqual([])
  })
})

describe('refusals', () => {
  test('the dialog stays open and shows a refusal by the service', async () => {
    const { user } = await renderScheme('DRAFT')
    api.answer(submitScheme, () => {
      throw createBusinessRuleRefusal('TRUSTEES_MISSING', 'The scheme needs two trustees')
    })
    await user.click(await button('Submit'))
    const dialog = await findDialog()
    await user.click(within(dialog).getByRole('button', { name: 'Submit' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('The scheme needs two trustees.')
    expect(screen.queryByText('The scheme is submitted')).toBeNull()
  })

  test('the page reloads a record that another user changed before the next confirmation', async () => {
    const { user, stored } = await renderScheme('DRAFT')
    api.answer(submitScheme, ({ version }) => {
      stored.scheme = buildScheme({ status: 'DRAFT', version: 5 })
      if (version !== 5) throw createStaleVersionRefusal(5)
      return buildScheme({ status: 'PENDING_APPROVAL', version: 6 })
    })
    await user.click(await button('Submit'))
    const dialog = await findDialog()
    await user.click(within(dialog).getByRole('button', { name: 'Submit' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'changed this record in the meantime',
    )
    await screen.findByText('Version 5')
    await user.click(within(dialog).getByRole('button', { name: 'Submit' }))
    await screen.findByText('The scheme is submitted')
    expect(api.requestsTo(submitScheme).map(({ version }) => version)).toEqual([2, 5])
  })

  test('the dialog says when the action is no longer possible and does not offer it again', async () => {
    const { user, stored } = await renderScheme('DRAFT')
    api.answer(submitScheme, () => {
      stored.scheme = buildScheme({ status: 'ACTIVE', version: 5 })
      throw createStaleVersionRefusal(5)
    })
    await user.click(await button('Submit'))
    const dialog = await findDialog()
    await user.click(within(dialog).getByRole('button', { name: 'Submit' }))
    const impossible = await findDialog('No longer possible: Submit')
    expect(within(impossible).queryByRole('button', { name: 'Submit' })).toBeNull()
  })
})
