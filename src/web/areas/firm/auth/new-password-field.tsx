import { PasswordField } from '../../../ui/form/password-field.tsx'

/** The rules stand there before anything is refused. */
export function NewPasswordField({ name, label }: { name: string; label: string }) {
  return (
    <PasswordField
      name={name}
      label={label}
      autoComplete="new-password"
      help="At least 12 characters. Use a phrase of several words. Common passwords and your e-mail address are not allowed."
    />
  )
}
