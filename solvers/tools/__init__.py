"""Tools that an examinee may use."""
