import { Button } from '../ui/button.tsx'

interface PasswordFormProps {
  email: string
  problem: string | null
  isBusy: boolean
  password: string
  onChange: (password: string) => void
  onSubmit: () => void
  onLeave: () => void
}

export function PasswordForm({
  email,
  problem,
  isBusy,
  password,
  onChange,
  onSubmit,
  onLeave,
}: PasswordFormProps) {
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) onSubmit()
      }}
    >
      {problem && (
        <p id="session-problem" role="alert" className="font-medium text-danger">
          {problem}
        </p>
      )}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <label className="flex flex-col gap-1 font-medium">
        Password
        <input
          type="password"
          autoComplete="current-password"
          className="control font-normal"
          required
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'session-problem' : undefined}
          value={password}
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" isBusy={isBusy}>
          Sign in and continue
        </Button>
        <Button look="quiet" onClick={onLeave}>
          Leave this page
        </Button>
      </div>
    </form>
  )
}
