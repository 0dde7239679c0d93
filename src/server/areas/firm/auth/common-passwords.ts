/** The most common passwords, from the dictionary of zxcvbn; loaded with the first new password, because it takes 400 kB. */
let loading: Promise<ReadonlySet<string>> | null = null

export function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return loading
}
