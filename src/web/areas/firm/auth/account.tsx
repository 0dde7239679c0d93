import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { changeEmail, changePassword } from '../../../../contract/auth.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { canReceiveDigest, getMe, updateMe } from '../../../../contract/users.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { THEME_WORDS, useTheme } from '../../../shell/theme.ts'
import { CheckField, TextField } from '../../../ui/form/fields.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Details, Section } from '../../../ui/section.tsx'
import { SingleKeysChoice } from '../../../ui/single-keys.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** Details that users can change about themselves; an administrator changes the role. */
export default function Account() {
  return (
    <>
      <PageHeader title="Account and password" />
      <div className="flex max-w-[720px] flex-col gap-8">
        <Person />
        <Reminders />
        <EmailAddress />
        <Password />
        <SecondFactorSection />
        <Appearance />
        <Keys />
        <SessionsSection />
      </div>
    </>
  )
}

function Person() {
  const { data: me } = useSuspenseQuery(createQuery(getMe, {}))
  const queries = useQueryClient()
  return (
    <Section title="Profile">
      <Details
        details={[
          { label: 'E-mail address', value: me.email },
          { label: 'Role', value: formatCode(me.role) },
          { label: 'Firm', value: me.tenantName },
        ]}
      />
      <p className="max-w-[70ch] text-muted">An administrator of your firm can change your role.</p>
      <ContractForm
        contract={updateMe}
        defaults={{ name: me.name }}
        ids={{}}
        version={me.version}
        submitLabel="Save name"
        staysWith="what was saved"
        onStale={() => {
          showToast('failed', 'Your account was changed in the meantime. Save again to keep this name.')
          void queries.invalidateQueries()
        }}
        onSaved={() => showToast('saved', 'Name saved')}
      >
        <TextField
          name="name"
          autoComplete="name"
          isRequired
          help="Shown to other users and in the audit log"
        />
      </ContractForm>
    </Section>
  )
}

/** Daily mail of obligations that fall due, which the users of a firm can switch off. */
function Reminders() {
  const { data: me } = useSuspenseQuery(createQuery(getMe, {}))
  const queries = useQueryClient()
  if (!canReceiveDigest(me.role)) return null
  return (
    <Section title="Reminders">
      <ContractForm
        contract={updateMe}
        defaults={{ wantsDigest: me.wantsDigest }}
        ids={{ name: me.name }}
        version={me.version}
        submitLabel="Save reminders"
        staysWith="what was saved"
        onStale={() => {
          showToast('failed', 'Your account was changed in the meantime. Save again to keep this choice.')
          void queries.invalidateQueries()
        }}
        onSaved={({ wantsDigest }) =>
          showToast(
            'saved',
            wantsDigest ? 'You will receive the daily e-mail' : 'You will no longer receive the daily e-mail',
          )
        }
      >
        <CheckField
          name="wantsDigest"
          label="Send me a daily e-mail of obligations due"
          help="Sent only if an obligation is due soon or overdue. It contains counts and links, no names or amounts."
        />
      </ContractForm>
      <p className="max-w-[70ch] text-muted">
        To see due dates in your calendar program,{' '}
        <Link to={PAGES.calendar} className="link">
          subscribe to the calendar
        </Link>
        .
      </p>
    </Section>
  )
}

function EmailAddress() {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  return (
    <Section title="E-mail address">
      <p className="max-w-[70ch]">
        We send a link to the new address. When you open the link, the address changes and all your sessions
        end.
      </p>
      {askedFor && (
        <Notice title="Open the link in the e-mail">
          We sent it to {askedFor}. It works for 24 hours. Until you open it, sign in with your current
          address.
        </Notice>
      )}
      <ContractForm
        contract={changeEmail}
        defaults={{ newEmail: '', currentPassword: '' }}
        ids={{}}
        submitLabel="Change e-mail address"
        // Passwords do not stay in the fields.
        staysWith="the defaults"
        onSaved={(_answer, sent) => setAskedFor(sent.newEmail)}
      >
        <TextField name="newEmail" label="New e-mail address" type="email" isRequired />
        <PasswordField name="currentPassword" autoComplete="current-password" />
      </ContractForm>
    </Section>
  )
}

function Password() {
  return (
    <Section title="Password">
      <p className="max-w-[70ch]">Changing the password ends all your other sessions.</p>
      <ContractForm
        contract={changePassword}
        defaults={{ currentPassword: '', newPassword: '' }}
        ids={{}}
        submitLabel="Change password"
        // Passwords do not stay in the fields.
        staysWith="the defaults"
        onSaved={() => showToast('saved', 'The password is changed. All your other sessions have ended.')}
      >
        <PasswordField name="currentPassword" autoComplete="current-password" />
        <NewPasswordField name="newPassword" label="New password" />
      </ContractForm>
    </Section>
  )
}

function Appearance() {
  const [theme, setTheme] = useTheme()
  return (
    <Section title="Appearance">
      <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
        <legend className="sr-only">Appearance</legend>
        {THEME_WORDS.map(({ value, label }) => (
          <label key={value} className="flex min-h-7 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="theme"
              className="size-4 accent-accent"
              checked={theme === value}
              onChange={() => setTheme(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <p className="text-muted">Stored in this browser only.</p>
    </Section>
  )
}

function Keys() {
  return (
    <Section title="Keyboard shortcuts">
      <SingleKeysChoice />
      <p className="max-w-[70ch] text-muted">
        Such as <kbd>j</kbd> and <kbd>k</kbd> in lists; <kbd>?</kbd> shows all of them. Stored in this browser
        only.
      </p>
    </Section>
  )
}
