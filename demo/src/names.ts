/** Names that are common in a country. All people in the demo are made up. */
export interface NameList {
  readonly country: string
  readonly dialling: string
  readonly first: readonly string[]
  readonly last: readonly string[]
  readonly companies: readonly string[]
}

export const nameLists: readonly NameList[] = [
  {
    country: 'FR',
    dialling: '+33',
    first: [
      'Élise',
      'Rémi',
      'Chloé',
      'Théo',
      'Anaïs',
      'Benoît',
      'Maëlle',
      'Loïc',
      'Océane',
      'Jérôme',
      'Solène',
      'Guérin',
    ],
    last: ['Lefèvre', 'Béranger', 'Moreau', 'Gaultier', 'Château', 'Bonnefoy', 'Noël', 'Deschênes', 'Ferrand', 'Aubé'],
    companies: ['Fournil des Amandiers', 'Ateliers Béranger', 'Librairie du Vieux-Port', 'Énergies de l’Ouest'],
  },
  {
    country: 'DE',
    dialling: '+49',
    first: [
      'Jürgen',
      'Käthe',
      'Sören',
      'Annika',
      'Götz',
      'Friederike',
      'Lukas',
      'Änne',
      'Matthias',
      'Ute',
      'Jörg',
      'Bärbel',
    ],
    last: ['Müller-Lüdenscheidt', 'Weiß', 'Schröder', 'Groß', 'Krämer', 'Vogel', 'Jäger', 'Böhm', 'Löwe', 'Hoffmann'],
    companies: ['Weiß & Söhne', 'Nordlicht Werkzeugbau', 'Bäckerei Krämer', 'Süd-Optik'],
  },
  {
    country: 'PL',
    dialling: '+48',
    first: [
      'Łukasz',
      'Małgorzata',
      'Świętosława',
      'Bartłomiej',
      'Żaneta',
      'Paweł',
      'Agnieszka',
      'Michał',
      'Grażyna',
      'Józef',
    ],
    last: ['Wójcik', 'Kamińska', 'Dąbrowski', 'Zięba', 'Król', 'Jabłońska', 'Mazur', 'Gołąb', 'Pająk', 'Sęk'],
    companies: ['Drukarnia Gołąb', 'Zielony Młyn', 'Stocznia Północ'],
  },
  {
    country: 'JP',
    dialling: '+81',
    first: ['さくら', '蓮', '陽菜', '大翔', '結衣', '悠真', '美咲', '颯太', '葵', '健'],
    last: ['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '山本', '中村', '小林', '加藤'],
    companies: ['山本製作所', '青空書店', '港町水産'],
  },
  {
    country: 'GR',
    dialling: '+30',
    first: ['Ελένη', 'Γιώργος', 'Κατερίνα', 'Νίκος', 'Δέσποινα', 'Σπύρος', 'Άννα', 'Θανάσης', 'Ιωάννα', 'Μίλτος'],
    last: ['Παπαδοπούλου', 'Οικονόμου', 'Αγγέλου', 'Βασιλείου', 'Δημητρίου', 'Καραγιάννη', 'Ξενάκη', 'Ψαρρού'],
    companies: ['Ελαιώνες Αγγέλου', 'Ναυπηγείο Αιγαίο'],
  },
  {
    country: 'SA',
    dialling: '+966',
    first: ['ليلى', 'يوسف', 'مريم', 'خالد', 'نور', 'سامي', 'هدى', 'عمر', 'فاطمة', 'زياد'],
    last: ['الأحمد', 'حداد', 'النجار', 'منصور', 'الخطيب', 'صالح', 'بركات', 'العلي'],
    companies: ['دار النخيل', 'مصنع بركات'],
  },
  {
    country: 'IE',
    dialling: '+353',
    first: ['Siobhán', 'Oisín', 'Niamh', 'Cian', 'Aoife', 'Pádraig', 'Róisín', 'Eoghan', 'Gráinne', 'Tadhg'],
    last: ["O'Sullivan", "O'Neill", 'Ní Bhriain', 'Mac Giolla', "D'Arcy", 'Ó Dálaigh', 'Kavanagh', 'Quinn'],
    companies: ["O'Neill & Daughters", 'Atlantic Weavers'],
  },
  {
    country: 'VN',
    dialling: '+84',
    first: ['Thị Hương', 'Văn Dũng', 'Ngọc Ánh', 'Đức', 'Quỳnh', 'Minh Tuấn', 'Thảo', 'Phượng', 'Hữu Phước', 'Lệ'],
    last: ['Nguyễn', 'Trần', 'Phạm', 'Huỳnh', 'Đặng', 'Bùi', 'Đỗ', 'Ngô', 'Dương', 'Lý'],
    companies: ['Gốm Bát Tràng Xanh', 'Cà Phê Đỗ'],
  },
]
