export default function TrusteesOfScheme() {
  return <p>TrusteesOfScheme</p>
}
