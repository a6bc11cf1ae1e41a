export const [Contact, Company, Interaction, Tag] = ['Contact', 'Company', 'Interaction', 'Tag'].map(
  (name) => `com.example.contacts.${name}`,
) as [string, string, string, string]
