import bcrypt from 'bcrypt'
import { expect, test } from 'vitest'
import { createPasswords, PasswordsBusy } from './passwords.ts'

const QUICK = 4

test('a password is hashed with work factor 12 and its own salt', async () => {
  const passwords = createPasswords()
  const [one, other] = [
    await passwords.hash('Kilkee strand 2026'),
    await passwords.hash('Kilkee strand 2026'),
  ]
  for (const hash of [one, other]) expect(hash).toMatch(/^\$2[aby]\$12\$[./A-Za-z0-9]{53}$/)
  expect(one).not.toBe(other)
  expect(await passwords.matches('Kilkee strand 2026', one)).toBe(true)
  expect(await passwords.matches('Kilkee strand 2025', one)).toBe(false)
})

test('a hash of another bcrypt implementation is accepted', async () => {
  const hash = (await bcrypt.hash('Kilkee strand 2026', QUICK)).replace('$2b$', '$2y$')
  expect(await createPasswords(QUICK).matches('Kilkee strand 2026', hash.replace('$2y$', '$2a$'))).toBe(true)
})

test('no password matches an account without a hash, and the check takes as long', async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash('Kilkee strand 2026')
  // Processor time of this process. Other tests in the process can only add to it, so the least of three runs is taken.
  const costOf = async (password: string, against: string | null): Promise<number> => {
    const before = process.cpuUsage()
    expect(await passwords.matches(password, against)).toBe(false)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const known = Math.min(
    await costOf('Kilkee strand 2025', hash),
    await costOf('Kilkee strand 2025', hash),
    await costOf('Kilkee strand 2025', hash),
  )
  expect(await costOf('Kilkee strand 2025', null)).toBeGreaterThan(known / 2)
  expect(await costOf('x'.repeat(73), hash)).toBeGreaterThan(known / 2)
  expect(await costOf('Kilkee\u0000strand', hash)).toBeGreaterThan(known / 2)
})

test('a password is never truncated: bytes that bcrypt would ignore prevent a match', async () => {
  const passwords = createPasswords(QUICK)
  const whole = 'k'.repeat(72)
  const hash = await passwords.hash(whole)
  expect(await passwords.matches(whole, hash)).toBe(true)
  expect(await passwords.matches(`${whole}x`, hash)).toBe(false)
  const accented = await passwords.hash('é'.repeat(36))
  expect(await passwords.matches('é'.repeat(36), accented)).toBe(true)
  expect(await passwords.matches('é'.repeat(37), accented)).toBe(false)
  const short = await passwords.hash('Kilkee')
  expect(await passwords.matches('Kilkee\u0000strand', short)).toBe(false)
  const empty = await passwords.hash('')
  expect(await passwords.matches('x'.repeat(73), empty)).toBe(false)
})

test('at most 34 passwords are being hashed or waiting, and the next is refused with a retry time', async () => {
  const passwords = createPasswords(QUICK)
  const hash = await passwords.hash('Kilkee strand 2026')
  const crowd = () =>
    Promise.allSettled(Array.from({ length: 40 }, () => passwords.matches('Kilkee strand 2026', hash)))
  const outcomes = await crowd()
  const answered = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(answered.map(({ value }) => value)).toEqual(Array(34).fill(true))
  expect(refused.map(({ reason }) => reason)).toEqual(Array(6).fill(expect.any(PasswordsBusy)))
  // The refused ones came last, and the slots are free again.
  expect(outcomes.slice(0, 34).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect((await crowd()).filter(({ status }) => status === 'fulfilled')).toHaveLength(34)
})

test('at most two passwords are hashed at once, for all callers', async () => {
  const passwords = createPasswords(QUICK)
  const hash = await passwords.hash('Kilkee strand 2026')
  // Counts calls that have reached the library; the library's own function is still called.
  const compare = bcrypt.compare
  let atWork = 0
  let most = 0
  const watched = async (password: string, against: string): Promise<boolean> => {
    atWork += 1
    most = Math.max(most, atWork)
    const isMatch = await compare(password, against)
    atWork -= 1
    return isMatch
  }
  Object.assign(bcrypt, { compare: watched })
  try {
    await Promise.all(Array.from({ length: 20 }, () => passwords.matches('Kilkee strand 2026', hash)))
  } finally {
    Object.assign(bcrypt, { compare })
  }
  expect(most).toBe(2)
})

test('a damaged hash matches no password and releases its slot', async () => {
  const passwords = createPasswords(QUICK)
  for (let i = 0; i < 5; i++) expect(await passwords.matches('Kilkee', '$2b$04$damaged')).toBe(false)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => passwords.hash(null as unknown as string)),
  )
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  expect(await passwords.matches('Kilkee', await passwords.hash('Kilkee'))).toBe(true)
})
