import { describe, expect, it } from 'vitest'
import { brokenPasswordRules, loginBody, passwordRules } from './session.ts'

describe('the password rules', () => {
  it('are all kept by a good password', () => expect(brokenPasswordRules('Correct-horse-7')).toEqual([]))

  it.each([
    ['Sh0rt-one!x', ['length']],
    ['Correct-horse-x', ['number']],
    ['correct-horse-7', ['uppercase']],
    ['CORRECT-HORSE-7', ['lowercase']],
    ['CorrectHorse77', ['special']],
    ['Correct Horse77', ['special']],
    ['            ', ['number', 'uppercase', 'lowercase', 'special']],
    ['', Object.keys(passwordRules)],
  ])('"%s" breaks %j', (password, broken) => expect(brokenPasswordRules(password)).toEqual(broken))

  it('know letters of other alphabets for letters', () => {
    expect(brokenPasswordRules('Пароль-длинный-7')).toEqual([])
    expect(brokenPasswordRules('Ünïcödé12345')).toEqual(['special'])
  })
})

describe('signing in', () => {
  const issues = (body: unknown) => loginBody.safeParse(body).error?.issues.map(({ path }) => path.join('.')) ?? []

  it('asks for an e-mail address and at least two characters', () => {
    expect(issues({ username: 'zoe@test.example', password: 'ab' })).toEqual([])
    expect(issues({ username: 'zoe', password: 'ab' })).toEqual(['username'])
    expect(issues({ username: 'zoe@test.example', password: 'a' })).toEqual(['password'])
    expect(issues({})).toEqual(['username', 'password'])
  })

  it('refuses what it does not know', () =>
    expect(loginBody.safeParse({ username: 'zoe@test.example', password: 'ab', psp: true }).success).toBe(false))
})
