export default function MembersOfScheme() {
  return <p>MembersOfScheme</p>
}
