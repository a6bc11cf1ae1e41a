export const [Contact, Company, Interaction, Tag] = ['Contact', 'Company', 'Interaction', 'Tag'].map(
  (name) => `com.example.contacts.${name}`,
) as [string, string, string, string]

export const [Order, Customer, Product, Line] = ['Order', 'Customer', 'Product', 'Line'].map(
  (name) => `com.example.orders.${name}`,
) as [string, string, string, string]
